import { common, count, defineConfig, list, port, text } from '@landfall/kit/config';

/** Every variable this service reads. `npm run docs` prints docs/env.md from here. */
export const { schema, load } = defineConfig({
  ...common,
  HTTP_PORT: port(3_002).describe('Serves the tool server under /mcp and /api/mcp; 0 takes a free one.'),
  PUBLIC_URL: text('http://localhost:3000').describe('Scheme and host under which clients reach us; the 401 answer names it.'),
  MCP_ALLOWED_HOSTS: list().describe('Hosts that the tool server answers for, beside the one of PUBLIC_URL and loopback; * for any.'),
  MCP_ALLOWED_ORIGINS: list().describe('Origins that browsers may ask the tool server from, beside that of PUBLIC_URL and loopback; * for any.'),
  TRACKING_REQUEST_GRPC_URL: text('127.0.0.1:50051').describe('Where tracking-request answers.'),
  SHIPMENT_GRPC_URL: text('127.0.0.1:50052').describe('Where shipment answers.'),
  EVENT_INGEST_GRPC_URL: text('127.0.0.1:50053').describe('Where event-ingest answers.'),
  WEBHOOK_DISPATCH_GRPC_URL: text('127.0.0.1:50054').describe('Where webhook-dispatch answers.'),
  OAUTH_GRPC_URL: text('127.0.0.1:50055').describe('Where oauth answers.'),
  RATE_LIMIT_TRACKING_REQUESTS: count(100).describe('New tracking requests a minute and account.'),
  RATE_LIMIT_INFER: count(200).describe('Number look-ups a minute and account.'),
  RATE_LIMIT_OTHER: count(1_000).describe('All other requests a minute and account.'),
});

/** What the stdio mode reads: where a tool server is, and who asks. */
export const stdio = defineConfig({
  LANDFALL_URL: text('http://localhost:3000').describe('Where Landfall answers.'),
  LANDFALL_API_KEY: text().describe('An API key of the account.'),
});

export type Config = ReturnType<typeof load>;
