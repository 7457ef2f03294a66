import { fork, spawn } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { freePort } from '@landfall/testkit/free-port';
import { until } from '@landfall/testkit/until';

const ROOT = fileURLToPath(new URL('../../..', import.meta.url));

interface RunFile {
  ports: Record<string, number>;
  parts: { name: string; pid: number }[];
}

export interface Stack {
  baseUrl: string;
  apiKey: string;
  storeUri: string;
  pidOf(part: string): number;
  stop(): Promise<void>;
}

const jsonOf = <T>(path: string): T => JSON.parse(readFileSync(path, 'utf8')) as T;

const NO_LIMITS = { RATE_LIMIT_OTHER: '100000000', RATE_LIMIT_TRACKING_REQUESTS: '100000000' };

/** The whole product with a process for each service, as `npm start -- --processes` runs it, in a folder of its own. */
export const stack = async (more: Record<string, string> = {}): Promise<Stack> => {
  const home = mkdtempSync(join(tmpdir(), 'landfall-bench-'));
  const { findNatsServer } = (await import(pathToFileURL(join(ROOT, 'scripts/lib/nats-server.mjs')).href)) as { findNatsServer(): Promise<string> };
  const env = { ...process.env, ...NO_LIMITS, ...more, LANDFALL_HOME: home, LANDFALL_PORT: String(await freePort()), LANDFALL_NATS_SERVER: process.env['LANDFALL_NATS_SERVER'] ?? (await findNatsServer()), LOG_LEVEL: 'warn' };
  const program = `import(${JSON.stringify(pathToFileURL(join(ROOT, 'services/one-machine/dist/main.js')).href)}).then(({ run }) => run(['--processes'], process.env, ${JSON.stringify(ROOT)}))`;
  const child = spawn(process.execPath, ['-e', program], { env, stdio: ['ignore', 'pipe', 'pipe'] });
  let said = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk: Buffer) => (said += chunk.toString()));
  await until('the stack is ready', () => {
    if (child.exitCode !== null) throw new Error(said);
    return existsSync(join(home, 'demo.json')) && said.includes('is ready');
  }, 120_000);
  const { base_url: baseUrl, api_key: apiKey } = jsonOf<{ base_url: string; api_key: string }>(join(home, 'demo.json'));
  const run = () => jsonOf<RunFile>(join(home, 'run.json'));
  return {
    baseUrl, apiKey,
    storeUri: `mongodb://127.0.0.1:${run().ports['store'] ?? 0}`,
    pidOf: (part) => run().parts.find(({ name }) => name === part)?.pid ?? 0,
    stop: async () => {
      child.kill('SIGTERM');
      await new Promise((resolve) => (child.exitCode === null ? child.once('exit', resolve) : resolve(undefined)));
      rmSync(home, { recursive: true, force: true });
    },
  };
};

/** A bare Express 5 beside it, which sends the same bytes under the same path. */
export const bareExpress = async (path: string, bytes: Buffer): Promise<{ url: string; pid: number; stop(): void }> => {
  const child = fork(fileURLToPath(new URL('./bare.ts', import.meta.url)), [path, bytes.toString('base64')], { execArgv: process.execArgv });
  const port = await new Promise<number>((resolve) => child.once('message', (value) => resolve(Number(value))));
  return { url: `http://127.0.0.1:${port}${path}`, pid: child.pid ?? 0, stop: () => child.kill() };
};
