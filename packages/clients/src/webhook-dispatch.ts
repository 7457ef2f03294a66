import { WebhookDispatchServiceService } from '@landfall/contracts/gen/webhook_dispatch/v1/webhook_dispatch';
import { grpcClient } from '@landfall/kit/grpc-client';
import type { ClientOptions } from './options.js';

/** Asks the owner of webhooks and of the event log. */
export const webhookDispatchClient = (address: string, options: ClientOptions = {}) => grpcClient(WebhookDispatchServiceService, address, options);

export type WebhookDispatchClient = ReturnType<typeof webhookDispatchClient>;
