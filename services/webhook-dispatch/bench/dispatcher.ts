import { freePort } from '@landfall/testkit/free-port';
import { serviceProcess, type ServiceProcess } from '@landfall/testkit/service-process';

const KEY = Buffer.alloc(32, 3).toString('base64');

export interface DispatcherProcess extends ServiceProcess {
  address: string;
}

/** The dispatcher, and where it is called. */
export const dispatcherProcess = async ({ storeUri, natsUrl, more = {} }: { storeUri: string; natsUrl: string; more?: Record<string, string> }): Promise<DispatcherProcess> => {
  const port = await freePort();
  const running = await serviceProcess('webhook-dispatch', { MONGODB_URI: storeUri, NATS_URL: natsUrl, GRPC_PORT: String(port), LOG_LEVEL: 'warn', WEBHOOK_ALLOW_LOOPBACK: 'true', DATA_ENCRYPTION_KEY: KEY, ...more });
  return { ...running, address: `127.0.0.1:${port}` };
};
