import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { WebhookDispatchServiceService } from '@landfall/contracts/gen/webhook_dispatch/v1/webhook_dispatch';
import { grpcClient, type Caller } from '@landfall/kit/grpc-client';
import { freePort } from '@landfall/testkit/free-port';
import { findNatsServer } from '@landfall/testkit/nats-server';
import { isReady, listens, programOf } from '../../e2e/harness/ports.js';
import { victim, type Victim } from '../../e2e/harness/process.js';

export type Dispatch = Caller<typeof WebhookDispatchServiceService>;

export interface Stack {
  caller: Dispatch;
  natsUrl: string;
  healthUrl: string;
  victims: Victim[];
  stop(): Promise<void>;
}

// The schedule of D-43 in a hurry, yet longer than any of ours is down, or the machine too busy to answer in time.
const HURRIED_WAITS = [100, 200, 500, 1_000, 2_000, 5_000, 5_000, 10_000, 10_000, 10_000, 10_000, 10_000];

/** Store, bus and dispatcher, each a process of its own that may die at any moment. */
export const stack = async (more: Record<string, string> = {}): Promise<Stack> => {
  const folder = mkdtempSync(join(tmpdir(), 'landfall-webhooks-'));
  const [storePort, busPort, grpcPort, healthPort] = [await freePort(), await freePort(), await freePort(), await freePort()];
  const logPath = (name: string) => join(folder, `${name}.log`);
  const healthUrl = `http://127.0.0.1:${healthPort}`;
  const env = {
    MONGODB_URI: `mongodb://127.0.0.1:${storePort}`, NATS_URL: `nats://127.0.0.1:${busPort}`, GRPC_PORT: String(grpcPort), HEALTH_PORT: String(healthPort), LOG_LEVEL: 'warn',
    WEBHOOK_ALLOW_LOOPBACK: 'true', DATA_ENCRYPTION_KEY: Buffer.alloc(32, 3).toString('base64'), DELIVERY_TIMEOUT_MS: '3000', DELIVERY_POLL_MS: '100', DELIVERY_RETRY_WAITS_MS: HURRIED_WAITS.join(), ...more,
  };
  const store = victim({ name: 'store', command: process.execPath, args: [programOf('packages/embedded-mongo'), '--path', join(folder, 'store'), '--port', String(storePort)], logPath: logPath('store'), ready: listens(storePort) });
  const bus = victim({ name: 'bus', command: await findNatsServer(), args: ['-js', '-sd', join(folder, 'bus'), '-a', '127.0.0.1', '-p', String(busPort)], logPath: logPath('bus'), ready: listens(busPort) });
  const dispatcher = victim({ name: 'dispatcher', command: process.execPath, args: [programOf('services/webhook-dispatch')], env, logPath: logPath('dispatcher'), ready: isReady(healthPort) });
  const victims = [store, bus, dispatcher];
  for (const each of victims) await each.start();
  const caller = grpcClient(WebhookDispatchServiceService, `127.0.0.1:${grpcPort}`, { deadlineMs: 20_000 });
  return {
    caller,
    natsUrl: env.NATS_URL,
    healthUrl,
    victims,
    stop: async () => {
      caller.close();
      for (const each of [...victims].reverse()) await each.stop();
      rmSync(folder, { recursive: true, force: true });
    },
  };
};
