import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { connect as dial } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { freePort } from '@landfall/testkit/free-port';
import { victim, type Victim } from './process.js';

export interface Stack {
  grpcAddress: string;
  natsUrl: string;
  victims: Victim[];
  store: Victim;
  bus: Victim;
  service: Victim;
  /** What the service wrote so far. */
  serviceLog(): string;
  folder: string;
  stop(): Promise<void>;
}

const listens = (port: number) => (): Promise<boolean> =>
  new Promise((resolve) => {
    const probe = dial(port, '127.0.0.1');
    probe.once('connect', () => probe.destroy() && resolve(true));
    probe.once('error', () => resolve(false));
  });

const isReady = (healthPort: number) => async (): Promise<boolean> => (await fetch(`http://127.0.0.1:${healthPort}/readyz`)).ok;

const programOf = (folder: string): string => fileURLToPath(new URL(`../../../${folder}/dist/main.js`, import.meta.url));

interface Finder {
  findNatsServer(): Promise<string>;
}

/** Store, bus and one service, each a process of its own that may die. */
export const stack = async ({ started } = { started: true }): Promise<Stack> => {
  const folder = mkdtempSync(join(tmpdir(), 'landfall-torture-'));
  const [storePort, busPort, grpcPort, healthPort] = [await freePort(), await freePort(), await freePort(), await freePort()];
  const finder = (await import(new URL('../../../scripts/lib/nats-server.mjs', import.meta.url).href)) as Finder;
  const logPath = (name: string) => join(folder, `${name}.log`);

  const store = victim({ name: 'store', command: process.execPath, args: [programOf('packages/embedded-mongo'), '--path', join(folder, 'store'), '--port', String(storePort)], logPath: logPath('store'), ready: listens(storePort) });
  const bus = victim({ name: 'bus', command: await finder.findNatsServer(), args: ['-js', '-sd', join(folder, 'bus'), '-a', '127.0.0.1', '-p', String(busPort)], logPath: logPath('bus'), ready: listens(busPort) });
  const env = { MONGODB_URI: `mongodb://127.0.0.1:${storePort}`, NATS_URL: `nats://127.0.0.1:${busPort}`, GRPC_PORT: String(grpcPort), HEALTH_PORT: String(healthPort), LOG_LEVEL: 'warn' };
  const service = victim({ name: 'service', command: process.execPath, args: [programOf('services/tracking-request')], env, logPath: logPath('service'), ready: isReady(healthPort) });

  const victims = [store, bus, service];
  if (started) for (const each of victims) await each.start();
  return {
    store,
    bus,
    service,
    serviceLog: () => readFileSync(logPath('service'), 'utf8'),
    grpcAddress: `127.0.0.1:${grpcPort}`,
    natsUrl: env.NATS_URL,
    victims,
    folder,
    stop: async () => {
      for (const each of [...victims].reverse()) await each.stop();
      rmSync(folder, { recursive: true, force: true });
    },
  };
};
