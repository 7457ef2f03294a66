import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { MongoClient, type Db } from 'mongodb';
import { startServer, type RunningServer, type ServerOptions } from '../src/server.js';

export type Running = { server: RunningServer; client: MongoClient; db: Db; stop(): Promise<void> };

export const newFolder = (): string => mkdtempSync(join(tmpdir(), 'embedded-mongo-test-'));

export const removeFolder = (folder: string): void => rmSync(folder, { recursive: true, force: true });

/** A server and the official driver on it. */
export async function running(options: ServerOptions = { memory: true }, more = ''): Promise<Running> {
  const server = await startServer(options);
  const client = await new MongoClient(server.uri + more, { serverSelectionTimeoutMS: 5_000 }).connect();
  return {
    server, client,
    db: client.db('test'),
    async stop() {
      await client.close();
      await server.stop();
    },
  };
}

/** What a promise was refused with. */
export async function refusal(promise: Promise<unknown>): Promise<{ code?: number | string; message: string; [name: string]: unknown }> {
  try {
    await promise;
  } catch (error) {
    return error as { code?: number; message: string };
  }
  throw new Error('It was not refused.');
}

/** Both engines, so that every guarantee is shown to be the protocol's and not one engine's. */
export function onBothEngines(title: string, suite: (start: (options?: Partial<ServerOptions>) => Promise<Running>) => void): void {
  for (const engine of ['memory', 'lmdb'] as const) {
    describe(`${title} (${engine})`, () => {
      const stops: (() => Promise<void>)[] = [];
      afterEach(async () => {
        for (const stop of stops.splice(0).reverse()) await stop();
      });
      suite(async (options = {}) => {
        const folder = engine === 'lmdb' ? newFolder() : undefined;
        const up = await running({ ...(folder ? { path: folder } : { memory: true }), ...options });
        stops.push(async () => {
          await up.stop();
          if (folder) removeFolder(folder);
        });
        return up;
      });
    });
  }
}
