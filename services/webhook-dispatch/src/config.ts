import { common, count, defineConfig, flag, list, millis, optionalText, port, secret, text } from '@landfall/kit/config';

/** Every variable this service reads. `npm run docs` prints docs/env.md from here. */
export const { schema, load } = defineConfig({
  ...common,
  GRPC_PORT: port(50_054).describe('Serves WebhookDispatchService; 0 takes a free one.'),
  DATA_ENCRYPTION_KEY: secret().describe('32 bytes in base64; encrypts webhook secrets at rest.'),
  DATA_ENCRYPTION_PREVIOUS_KEY: secret().optional().describe('The key before a rotation: it still opens, and seals nothing any more.'),
  DELIVERY_POLL_MS: millis(500).describe('How often due deliveries are looked for.'),
  DELIVERIES_AT_ONCE: count(64).describe('Attempts under way in one process.'),
  DELIVERIES_AT_ONCE_PER_WEBHOOK: count(8).describe('Of them, to one webhook.'),
  DELIVERY_CONNECT_TIMEOUT_MS: millis(5_000).describe('How long a connection may take.'),
  DELIVERY_TIMEOUT_MS: millis(15_000).describe('How long a whole attempt may take.'),
  DELIVERY_RETRY_WAITS_MS: list()
    .refine((waits) => waits.every((wait) => /^[1-9]\d{0,9}$/.test(wait)), 'must be whole numbers of milliseconds, with commas')
    .transform((waits) => waits.map(Number))
    .describe('The waits before each retry, for example 1000,5000; empty for 12 retries over about 24 hours.'),
  WEBHOOK_SECRET_OVERLAP_MS: millis(86_400_000).describe('How long the old secret signs too after a rotation.'),
  WEBHOOK_ALLOW_LOOPBACK: flag(false).describe('May webhooks be sent to this machine? For one machine only.'),
  WEBHOOK_SIGNATURE_HEADER: text('X-Webhook-Signature').describe('The header of the hex signature, for consumers that move over.'),
  WEBHOOK_PROXY_URL: optionalText().describe('A proxy through which all deliveries leave.'),
});

export type Config = ReturnType<typeof load>;
