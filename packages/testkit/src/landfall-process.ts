import { spawn } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { endProcess } from './end-process.js';
import { freePort } from './free-port.js';
import { findNatsServer } from './nats-server.js';
import { until } from './until.js';

export interface LandfallStart {
  /** What a person writes after `npm start --`. */
  args?: readonly string[];
  env?: Readonly<Record<string, string>>;
}

export interface LandfallProcess {
  /** The one public address, and the REST interface behind it. */
  origin: string;
  baseUrl: string;
  /** The demo account: its key, and who may sign in at the pages. */
  apiKey: string;
  email: string;
  password: string;
  /** By name, as in `oauth.grpc`: for what no public door offers. */
  ports: Readonly<Record<string, number>>;
  /** What runs just now. */
  parts(): { name: string; pid: number }[];
  stop(): Promise<void>;
}

interface Demo {
  base_url: string;
  mcp_url: string;
  api_key: string;
  email: string;
  password: string;
}

interface RunFile {
  ports: Record<string, number>;
  parts: { name: string; pid?: number }[];
}

const ROOT = fileURLToPath(new URL('../../..', import.meta.url));
const MAIN = new URL('../../../services/one-machine/dist/main.js', import.meta.url).href;
// A first start with a process for each service, beside other work on two cores.
const READY_WITHIN_MS = 120_000;

/** The whole product as `npm start` runs it in a built tree, on a port and in a folder of its own. */
export const landfallProcess = async ({ args = [], env = {} }: LandfallStart = {}): Promise<LandfallProcess> => {
  const home = mkdtempSync(join(tmpdir(), 'landfall-home-'));
  const own = { LANDFALL_HOME: home, LANDFALL_PORT: String(await freePort()), LANDFALL_NATS_SERVER: await findNatsServer() };
  const program = `import(${JSON.stringify(MAIN)}).then(({ run }) => run(${JSON.stringify(args)}, process.env, ${JSON.stringify(ROOT)}))`;
  const child = spawn(process.execPath, ['-e', program], { env: { ...process.env, ...env, ...own }, stdio: ['ignore', 'pipe', 'pipe'] });
  // A test that is cut off leaves nothing running: its parts end with it.
  const die = () => child.kill('SIGKILL');
  process.once('exit', die);
  let said = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk: Buffer) => (said += chunk.toString()));

  const read = <File>(name: string): File => JSON.parse(readFileSync(join(home, name), 'utf8')) as File;
  await until('Landfall is ready', () => child.exitCode !== null || (existsSync(join(home, 'demo.json')) && said.includes('is ready')), READY_WITHIN_MS);
  if (child.exitCode !== null) throw new Error(`Landfall did not start: ${said}`);
  const { base_url: baseUrl, mcp_url: origin, api_key: apiKey, email, password } = read<Demo>('demo.json');
  return {
    origin, baseUrl, apiKey, email, password,
    ports: read<RunFile>('run.json').ports,
    parts: () => read<RunFile>('run.json').parts.flatMap(({ name, pid }) => (pid ? [{ name, pid }] : [])),
    stop: async () => {
      process.off('exit', die);
      await endProcess(child);
      rmSync(home, { recursive: true, force: true });
    },
  };
};
