import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { endProcess } from './end-process.js';
import { freePort } from './free-port.js';
import { until } from './until.js';

export interface StoreProcess {
  uri: string;
  /** For benches that say what it costs. */
  pid: number;
  stop(): Promise<void>;
}

/** The durable embedded store in a process of its own, as `npm start` runs it: benches must not share its event loop. */
export const storeProcess = async (): Promise<StoreProcess> => {
  const folder = mkdtempSync(join(tmpdir(), 'landfall-store-'));
  const port = await freePort();
  const program = fileURLToPath(new URL('../../embedded-mongo/dist/main.js', import.meta.url));
  const child = spawn(process.execPath, ['--max-semi-space-size=64', program, '--path', folder, '--port', String(port)], { stdio: ['ignore', 'pipe', 'inherit'] });
  let said = '';
  child.stdout.on('data', (chunk: Buffer) => (said += chunk.toString()));
  await until('the store listens', () => said.includes('listening'));
  return {
    uri: `mongodb://127.0.0.1:${port}`,
    pid: child.pid ?? 0,
    stop: async () => {
      await endProcess(child);
      rmSync(folder, { recursive: true, force: true });
    },
  };
};
