import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort } from '@landfall/testkit/free-port';
import { isReady, programOf } from './ports.js';
import { victim, type Victim } from './process.js';
import { storeAndBus } from './store-and-bus.js';

export interface OneService {
  grpcAddress: string;
  natsUrl: string;
  store: Victim;
  bus: Victim;
  service: Victim;
  victims: Victim[];
  /** What the service wrote so far. */
  serviceLog(): string;
  stop(): Promise<void>;
}

/** Store, bus and one service, each a process of its own that may die at any moment. */
export const oneService = async (name: string, { env = {}, started = true }: { env?: Record<string, string>; started?: boolean } = {}): Promise<OneService> => {
  const folder = mkdtempSync(join(tmpdir(), `landfall-${name}-`));
  const [storePort, busPort, grpcPort, healthPort] = [await freePort(), await freePort(), await freePort(), await freePort()];
  const logPath = join(folder, 'service.log');
  const natsUrl = `nats://127.0.0.1:${busPort}`;
  const own = { MONGODB_URI: `mongodb://127.0.0.1:${storePort}`, NATS_URL: natsUrl, GRPC_PORT: String(grpcPort), HEALTH_PORT: String(healthPort), LOG_LEVEL: 'warn' };

  const { store, bus } = await storeAndBus(folder, { storePort, busPort });
  const service = victim({ name, command: process.execPath, args: [programOf(`services/${name}`)], env: { ...own, ...env }, logPath, ready: isReady(healthPort) });
  const victims = [store, bus, service];
  if (started) for (const each of victims) await each.start();
  return {
    grpcAddress: `127.0.0.1:${grpcPort}`,
    natsUrl,
    store, bus, service, victims,
    serviceLog: () => readFileSync(logPath, 'utf8'),
    stop: async () => {
      for (const each of [...victims].reverse()) await each.stop();
      rmSync(folder, { recursive: true, force: true });
    },
  };
};
