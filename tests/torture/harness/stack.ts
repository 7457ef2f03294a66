import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort } from '@landfall/testkit/free-port';
import { findNatsServer } from '@landfall/testkit/nats-server';
import { isReady, listens, programOf } from '../../e2e/harness/ports.js';
import { victim, type Victim } from '../../e2e/harness/process.js';

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

/** Store, bus and one service, each a process of its own that may die. */
export const stack = async ({ started } = { started: true }): Promise<Stack> => {
  const folder = mkdtempSync(join(tmpdir(), 'landfall-torture-'));
  const [storePort, busPort, grpcPort, healthPort] = [await freePort(), await freePort(), await freePort(), await freePort()];
  const logPath = (name: string) => join(folder, `${name}.log`);

  const store = victim({ name: 'store', command: process.execPath, args: [programOf('packages/embedded-mongo'), '--path', join(folder, 'store'), '--port', String(storePort)], logPath: logPath('store'), ready: listens(storePort) });
  const bus = victim({ name: 'bus', command: await findNatsServer(), args: ['-js', '-sd', join(folder, 'bus'), '-a', '127.0.0.1', '-p', String(busPort)], logPath: logPath('bus'), ready: listens(busPort) });
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
