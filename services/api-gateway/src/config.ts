import { common, count, defineConfig, list, optionalText, port, text } from '@landfall/kit/config';

/** Every variable this service reads. `npm run docs` prints docs/env.md from here. */
export const { schema, load } = defineConfig({
  ...common,
  HTTP_PORT: port(3_000).describe('Serves the REST interface; 0 takes a free one.'),
  PUBLIC_URL: text('http://localhost:3000').describe('Scheme and host under which clients reach us; links are built from it.'),
  CORS_ORIGINS: text('*').describe('Origins that browsers may ask from, separated by commas.'),
  TRACKING_REQUEST_GRPC_URL: text('127.0.0.1:50051').describe('Where tracking-request answers.'),
  SHIPMENT_GRPC_URL: text('127.0.0.1:50052').describe('Where shipment answers.'),
  EVENT_INGEST_GRPC_URL: text('127.0.0.1:50053').describe('Where event-ingest answers.'),
  WEBHOOK_DISPATCH_GRPC_URL: text('127.0.0.1:50054').describe('Where webhook-dispatch answers.'),
  OAUTH_GRPC_URL: text('127.0.0.1:50055').describe('Where oauth answers.'),
  OAUTH_HTTP_URL: optionalText().describe('Where sign-in, consent and account pages are served.'),
  MCP_GATEWAY_HTTP_URL: optionalText().describe('Where the tool server is served.'),
  SANDBOX_CARRIER_URL: optionalText().describe('Where the sandbox line is served; without it /v2/sandbox/clock is no path.'),
  WEBHOOK_SOURCE_IPS: list().describe('Addresses that deliveries come from, told to receivers that filter.'),
  WEBHOOK_SOURCE_IPS_UPDATED_AT: text('2026-01-01T00:00:00.000Z').describe('When that list last changed.'),
  RATE_LIMIT_TRACKING_REQUESTS: count(100).describe('New tracking requests a minute and account.'),
  RATE_LIMIT_INFER: count(200).describe('Number look-ups a minute and account.'),
  RATE_LIMIT_REFRESH: count(10).describe('Refreshes a minute and account.'),
  RATE_LIMIT_OTHER: count(1_000).describe('All other requests a minute and account.'),
});

export type Config = ReturnType<typeof load>;

export const corsOrigins = ({ CORS_ORIGINS }: Config): string[] => CORS_ORIGINS.split(',').map((origin) => origin.trim());
