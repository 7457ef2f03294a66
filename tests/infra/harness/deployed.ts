import { execFileSync, spawn, type ChildProcess } from 'node:child_process';
import { chmodSync, copyFileSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { PORTS } from '@landfall/infra/services';
import { SERVICES, variableOf } from '@landfall/infra/services';
import { endProcess } from '@landfall/testkit/end-process';
import { freePort } from '@landfall/testkit/free-port';
import { findNatsServer } from '@landfall/testkit/nats-server';
import { until } from '@landfall/testkit/until';
import { ROOT, text } from './paths.js';

interface Preparing {
  pnpmCommand(): { program: string; args: string[]; env: NodeJS.ProcessEnv };
}

/** The user that images run as has no name here either; only root may become it. */
const NOBODY = 65_534;
const asNobody = process.getuid?.() === 0 ? { uid: NOBODY, gid: NOBODY } : {};

/** What the image runs, word for word. */
const command = (): string[] => JSON.parse(/^CMD (\[.*\])$/m.exec(text('infra/docker/Dockerfile'))?.[1] ?? '[]') as string[];

export interface Deployed {
  /** Where the public door is. */
  origin: string;
  apiKey: string;
  home: string;
  metrics(): Promise<Record<string, string>>;
  isHealthy(name: string): boolean;
  environment(name: string): Record<string, string>;
  /** SIGTERM to one service; its exit code. */
  end(name: string): Promise<number | null>;
  stop(): Promise<void>;
}

type Ports = Record<string, Record<keyof typeof PORTS, number>>;

const portsOf = async (): Promise<Ports> => {
  const ports: Ports = {};
  for (const { name } of SERVICES) ports[name] = { http: await freePort(), grpc: await freePort(), health: await freePort() };
  return ports;
};

const portOf = (ports: Ports, name: string, kind: keyof typeof PORTS): number => {
  const of = ports[name];
  if (!of) throw new Error(`There is no service ${name}.`);
  return of[kind];
};

const environmentOf = (name: string, ports: Ports, stores: Record<string, string>): Record<string, string> => {
  const service = SERVICES.find((each) => each.name === name);
  if (!service) throw new Error(`There is no service ${name}.`);
  return {
    PATH: process.env['PATH'] ?? '',
    NODE_ENV: 'production',
    HTTP_PORT: String(portOf(ports, name, 'http')),
    GRPC_PORT: String(portOf(ports, name, 'grpc')),
    HEALTH_PORT: String(portOf(ports, name, 'health')),
    PUBLIC_URL: `http://127.0.0.1:${portOf(ports, 'api-gateway', 'http')}`,
    LOG_LEVEL: 'warn',
    ...stores,
    ...(service.encrypts ? { DATA_ENCRYPTION_KEY: Buffer.alloc(32, 7).toString('base64') } : {}),
    ...(service.role === 'gateway' ? Object.fromEntries(SERVICES.filter(({ grpc }) => grpc).map((owner) => [variableOf(owner.name), `dns:///127.0.0.1:${portOf(ports, owner.name, 'grpc')}`])) : {}),
    ...Object.fromEntries(Object.entries(service.asks).map(([variable, asked]) => [variable, `http://127.0.0.1:${portOf(ports, asked, 'http')}`])),
    // The receiver and the account of this trial.
    WEBHOOK_ALLOW_LOOPBACK: 'true',
    DEMO_ACCOUNT: 'true',
  };
};

/** A store and a bus that ask who is there. */
const startStores = async (home: string, natsProgram: string, children: ChildProcess[]): Promise<Record<string, string>> => {
  const [store, nats] = [await freePort(), await freePort()];
  const passwordFile = join(home, 'password');
  writeFileSync(passwordFile, 'store-password');
  const embedded = join(ROOT, 'services/one-machine/node_modules/@landfall/embedded-mongo/dist/main.js');
  children.push(spawn(process.execPath, [embedded, '--memory', '--port', String(store), '--password-file', passwordFile], { stdio: 'ignore' }));
  children.push(spawn(natsProgram, ['--jetstream', '--store_dir', join(home, 'nats'), '--addr', '127.0.0.1', '--port', String(nats), '--user', 'landfall', '--pass', 'bus-password'], { stdio: 'ignore' }));
  return { MONGODB_URI: `mongodb://landfall:store-password@127.0.0.1:${store}/?authSource=admin`, NATS_URL: `nats://landfall:bus-password@127.0.0.1:${nats}` };
};

/** Every service cut out of the tree as the Dockerfile does it, below `into`. */
export const cutOut = async (into: string): Promise<void> => {
  const { pnpmCommand } = (await import(join(ROOT, 'scripts/lib/prepare.mjs'))) as Preparing;
  const { program, args, env } = pnpmCommand();
  for (const { name } of SERVICES) {
    execFileSync(program, [...args, '--config.inject-workspace-packages=true', '--filter', `@landfall/${name}`, 'deploy', '--prod', '--prefer-offline', join(into, name)], { cwd: ROOT, env, stdio: 'pipe' });
    copyFileSync(join(ROOT, 'infra/docker/healthy.mjs'), join(into, name, 'healthy.mjs'));
  }
};

/** Runs all services as compose would, each from its own folder, as a user who may not write there. */
export const runDeployed = async (folder: string): Promise<Deployed> => {
  const home = mkdtempSync(join(tmpdir(), 'landfall-deployed-'));
  const stores: ChildProcess[] = [];
  const running = new Map<string, ChildProcess>();
  const ports = await portsOf();
  const reach = await startStores(home, await findNatsServer(), stores);
  let said = '';
  const [node = 'node', ...args] = command();
  const isHealthy = (name: string) => {
    try {
      execFileSync(process.execPath, ['healthy.mjs'], { cwd: join(folder, name), env: { HEALTH_PORT: String(portOf(ports, name, 'health')) }, ...asNobody });
      return true;
    } catch {
      return false;
    }
  };
  for (const { name } of SERVICES) {
    const child = spawn(node === 'node' ? process.execPath : node, args, { cwd: join(folder, name), env: environmentOf(name, ports, reach), stdio: ['ignore', 'pipe', 'pipe'], ...asNobody });
    for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk: Buffer) => (said += chunk.toString()));
    running.set(name, child);
  }
  for (const { name } of SERVICES) await until(`${name} is healthy; it said: ${said.slice(-2_000)}`, () => isHealthy(name), 90_000, 500);
  const apiKey = await demoKey(portOf(ports, 'oauth', 'grpc'));
  const origin = `http://127.0.0.1:${portOf(ports, 'api-gateway', 'http')}`;
  writeFileSync(join(home, 'demo.json'), JSON.stringify({ base_url: `${origin}/v2`, api_key: apiKey }));
  chmodSync(home, 0o755);
  return {
    origin,
    apiKey,
    home,
    isHealthy,
    environment: (name) => environmentOf(name, ports, reach),
    metrics: async () => Object.fromEntries(await Promise.all(SERVICES.map(async ({ name }) => [name, await (await fetch(`http://127.0.0.1:${portOf(ports, name, 'health')}/metrics`)).text()] as const))),
    end: async (name) => {
      const child = running.get(name);
      return child ? endProcess(child) : null;
    },
    stop: async () => {
      for (const child of [...running.values()].reverse()) await endProcess(child, 'SIGKILL');
      for (const child of stores) await endProcess(child);
      rmSync(home, { recursive: true, force: true });
    },
  };
};

const demoKey = async (port: number): Promise<string> => {
  const { AccountServiceService } = await import('@landfall/contracts/gen/oauth/v1/oauth');
  const { grpcClient } = await import('@landfall/kit/grpc-client');
  const accounts = grpcClient(AccountServiceService, `127.0.0.1:${port}`);
  const { apiKey } = await accounts.ensureDemoAccount({});
  accounts.close();
  if (!apiKey) throw new Error('The demo account told no key.');
  return apiKey;
};
