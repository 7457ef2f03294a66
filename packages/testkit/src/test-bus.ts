import { spawn, type ChildProcess } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { endProcess } from './end-process.js';
import { findNatsServer } from './nats-server.js';
import { until } from './until.js';

export interface TestBus {
  url: string;
  /** For benches that say what it costs; another one after a restart. */
  pid(): number;
  /** As a crash does it. */
  kill(): Promise<void>;
  /** On the same port, with the same data. */
  restart(): Promise<void>;
  stop(): Promise<void>;
}

/** A real nats-server with JetStream in a folder of its own. */
export const testBus = async (): Promise<TestBus> => {
  const program = await findNatsServer();
  const folder = mkdtempSync(join(tmpdir(), 'landfall-nats-'));
  let port = -1;
  let child: ChildProcess;

  // The server picks a free port at the first start and writes it down; later starts keep it.
  // The file is there a moment before its text is.
  const portFile = () => readdirSync(folder).find((name) => name.endsWith('.ports') && readFileSync(join(folder, name), 'utf8').trimEnd().endsWith('}'));
  const start = async () => {
    child = spawn(program, ['-js', '-sd', folder, '-a', '127.0.0.1', '-p', String(port), '--ports_file_dir', folder], { stdio: 'ignore' });
    const name = await until('nats-server listens', () => portFile());
    const { nats } = JSON.parse(readFileSync(join(folder, name), 'utf8')) as { nats: string[] };
    port = Number(new URL(nats[0] ?? '').port);
    rmSync(join(folder, name));
  };

  await start();
  const die = () => child.kill('SIGKILL');
  process.once('exit', die);
  return {
    url: `nats://127.0.0.1:${port}`,
    pid: () => child.pid ?? 0,
    kill: async () => void (await endProcess(child, 'SIGKILL')),
    restart: start,
    stop: async () => {
      process.off('exit', die);
      await endProcess(child);
      if (existsSync(folder)) rmSync(folder, { recursive: true, force: true });
    },
  };
};
