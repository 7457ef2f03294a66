import { WebhookDispatchServiceService } from '@landfall/contracts/gen/webhook_dispatch/v1/webhook_dispatch';
import { grpcClient, type Caller } from '@landfall/kit/grpc-client';
import { oneService, type OneService } from '../../e2e/harness/one-service.js';

export type Dispatch = Caller<typeof WebhookDispatchServiceService>;

export interface Stack extends OneService {
  caller: Dispatch;
}

// The schedule of D-43 in a hurry, yet longer than any of ours is down, or the machine too busy to answer in time.
const HURRIED_WAITS = [100, 200, 500, 1_000, 2_000, 5_000, 5_000, 10_000, 10_000, 10_000, 10_000, 10_000];

/** The dispatcher with its store and bus, and a caller of it. */
export const stack = async (more: Record<string, string> = {}): Promise<Stack> => {
  const env = { WEBHOOK_ALLOW_LOOPBACK: 'true', DATA_ENCRYPTION_KEY: Buffer.alloc(32, 3).toString('base64'), DELIVERY_TIMEOUT_MS: '3000', DELIVERY_POLL_MS: '100', DELIVERY_RETRY_WAITS_MS: HURRIED_WAITS.join(), ...more };
  const running = await oneService('webhook-dispatch', { env });
  const caller = grpcClient(WebhookDispatchServiceService, running.grpcAddress, { deadlineMs: 20_000 });
  const stop = async () => {
    caller.close();
    await running.stop();
  };
  return { ...running, caller, stop };
};
