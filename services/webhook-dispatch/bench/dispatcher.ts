import { spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { endProcess } from '@landfall/testkit/end-process';
import { freePort } from '@landfall/testkit/free-port';
import { until } from '@landfall/testkit/until';

const KEY = Buffer.alloc(32, 3).toString('base64');

export interface DispatcherProcess {
  address: string;
  pid: number;
  stop(): Promise<void>;
}

/** The service as it runs in production: a process of its own, from the built tree. */
export const dispatcherProcess = async ({ storeUri, natsUrl, more = {} }: { storeUri: string; natsUrl: string; more?: Record<string, string> }): Promise<DispatcherProcess> => {
  const [port, healthPort] = [await freePort(), await freePort()];
  const env = {
    ...process.env, MONGODB_URI: storeUri, NATS_URL: natsUrl, GRPC_PORT: String(port), HEALTH_PORT: String(healthPort), LOG_LEVEL: 'warn', WEBHOOK_ALLOW_LOOPBACK: 'true', DATA_ENCRYPTION_KEY: KEY, ...more,
  };
  const program = fileURLToPath(new URL('../dist/main.js', import.meta.url));
  const child = spawn(process.execPath, [...(process.env['BENCH_NODE_ARGS']?.split(' ') ?? []), program], { env, stdio: ['ignore', 'inherit', 'inherit'] });
  await until('the dispatcher is ready', async () => (await fetch(`http://127.0.0.1:${healthPort}/readyz`)).ok, 30_000);
  return {
    address: `127.0.0.1:${port}`,
    pid: child.pid ?? 0,
    stop: async () => void (await endProcess(child)),
  };
};
