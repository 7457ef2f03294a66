import { spawn } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { freePort } from '@landfall/testkit/free-port';
import { until } from '@landfall/testkit/until';

const ROOT = fileURLToPath(new URL('../../..', import.meta.url));

export interface Landfall {
  readonly origin: string;
  readonly key: string;
  /** Who may sign in at the pages. */
  readonly email: string;
  readonly password: string;
  /** Where accounts are made; no public door makes any. */
  readonly accounts: string;
  stop(): Promise<void>;
}

interface Finder {
  findNatsServer(): Promise<string>;
}

interface Facts {
  readonly mcp_url: string;
  readonly api_key: string;
  readonly email: string;
  readonly password: string;
}

/** The product as `npm start` runs it: every service, one public port, and the demo account to sign in with. */
export const landfall = async (more: Record<string, string> = {}): Promise<Landfall> => {
  const home = mkdtempSync(join(tmpdir(), 'landfall-mcp-'));
  const entry = pathToFileURL(join(ROOT, 'services/one-machine/dist/main.js')).href;
  const finder = (await import(new URL('../../../scripts/lib/nats-server.mjs', import.meta.url).href)) as Finder;
  const env = { ...process.env, ...more, LANDFALL_HOME: home, LANDFALL_PORT: String(await freePort()), LANDFALL_NATS_SERVER: await finder.findNatsServer() };
  const child = spawn(process.execPath, ['-e', `import(${JSON.stringify(entry)}).then(({ run }) => run([], process.env, ${JSON.stringify(ROOT)}))`], { env, stdio: ['ignore', 'pipe', 'pipe'] });
  let said = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk: Buffer) => (said += chunk.toString()));
  const file = join(home, 'demo.json');
  await until('Landfall is ready', () => {
    if (child.exitCode !== null) throw new Error(said);
    return existsSync(file) && said.includes('is ready');
  }, 90_000);
  const { mcp_url: origin, api_key: key, email, password } = JSON.parse(readFileSync(file, 'utf8')) as Facts;
  const { ports } = JSON.parse(readFileSync(join(home, 'run.json'), 'utf8')) as { ports: Record<string, number> };
  return {
    origin, key, email, password, accounts: `127.0.0.1:${ports['oauth.grpc']}`,
    stop: async () => {
      child.kill('SIGTERM');
      await new Promise<void>((resolve) => (child.exitCode !== null ? resolve() : child.once('exit', () => resolve())));
      rmSync(home, { recursive: true, force: true });
    },
  };
};
