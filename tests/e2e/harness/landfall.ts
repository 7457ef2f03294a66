import { spawn } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { freePort } from '@landfall/testkit/free-port';
import { findNatsServer } from '@landfall/testkit/nats-server';
import { until } from '@landfall/testkit/until';
import { client, type Client } from './client.js';

const ROOT = fileURLToPath(new URL('../../..', import.meta.url));

export interface Landfall extends Client {
  /** For tests that torment it: what runs, by name. */
  parts(): { name: string; pid: number }[];
  stop(): Promise<void>;
}

/** Everything, as `npm start` runs it, on a port and in a folder of its own. Only its public port is used. */
export const landfall = async (args: readonly string[] = [], more: Record<string, string> = {}): Promise<Landfall> => {
  const home = mkdtempSync(join(tmpdir(), 'landfall-e2e-'));
  const entry = pathToFileURL(join(ROOT, 'services/one-machine/dist/main.js')).href;
  const env = { ...process.env, ...more, LANDFALL_HOME: home, LANDFALL_PORT: String(await freePort()), LANDFALL_NATS_SERVER: await findNatsServer() };
  const program = `import(${JSON.stringify(entry)}).then(({ run }) => run(${JSON.stringify(args)}, process.env, ${JSON.stringify(ROOT)}))`;
  const child = spawn(process.execPath, ['-e', program], { env, stdio: ['ignore', 'pipe', 'pipe'] });
  let said = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk: Buffer) => (said += chunk.toString()));

  const demoFile = join(home, 'demo.json');
  await until('Landfall is ready', () => {
    if (child.exitCode !== null) throw new Error(said);
    return existsSync(demoFile) && said.includes('is ready');
  }, 90_000);
  const { base_url, api_key } = JSON.parse(readFileSync(demoFile, 'utf8')) as { base_url: string; api_key: string };
  return {
    parts: () => (JSON.parse(readFileSync(join(home, 'run.json'), 'utf8')) as { parts: { name: string; pid?: number }[] }).parts.flatMap(({ name, pid }) => (pid ? [{ name, pid }] : [])),
    ...client(base_url, api_key),
    stop: async () => {
      child.kill('SIGTERM');
      await new Promise<void>((resolve) => (child.exitCode !== null ? resolve() : child.once('exit', () => resolve())));
      rmSync(home, { recursive: true, force: true });
    },
  };
};
