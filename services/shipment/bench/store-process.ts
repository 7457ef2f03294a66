import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';

export interface StoreProcess {
  pid: number;
  uri: string;
  stop(): Promise<void>;
}

/** The embedded store as one machine runs it: durable, in a process of its own. */
export const storeProcess = async (): Promise<StoreProcess> => {
  const testkit = createRequire(import.meta.url).resolve('@landfall/testkit/test-mongo');
  const server = createRequire(testkit).resolve('@landfall/embedded-mongo/server');
  const folder = mkdtempSync(join(tmpdir(), 'landfall-bench-'));
  const child = spawn(process.execPath, [join(dirname(server), 'main.js'), '--path', folder, '--port', '0'], { stdio: ['ignore', 'pipe', 'inherit'] });
  const line = await new Promise<string>((resolve) => child.stdout.once('data', (data: Buffer) => resolve(data.toString())));
  const { listening } = JSON.parse(line) as { listening: string };
  return {
    pid: child.pid ?? 0,
    uri: `mongodb://${listening}/`,
    stop: async () => {
      child.kill('SIGTERM');
      await new Promise((resolve) => child.once('exit', resolve));
      rmSync(folder, { recursive: true, force: true });
    },
  };
};
