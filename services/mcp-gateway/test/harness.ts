import { freePort } from '@landfall/testkit/free-port';
import { testBus } from '@landfall/testkit/test-bus';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import type { Transport } from '@modelcontextprotocol/sdk/shared/transport.js';
import { load } from '../src/config.js';
import { wire } from '../src/wire.js';
import { fakeOwners, KEYS, newWorld, type World } from './fakes/world.js';

export interface Rig {
  world: World;
  calls: string[];
  url: string;
  /** A client of SDK v1, which speaks the eras up to 2025-11-25. */
  client(key?: string): Promise<Client>;
  post(body: unknown, headers?: Record<string, string>, path?: string): Promise<Response>;
  /** One request in the era of 2026-07-28. */
  modern(method: string, params?: Record<string, unknown>, key?: string): Promise<{ status: number; body: any }>; // eslint-disable-line @typescript-eslint/no-explicit-any
  stop(): Promise<void>;
}

export const MODERN = '2026-07-28';

export const envelope = { 'io.modelcontextprotocol/protocolVersion': MODERN, 'io.modelcontextprotocol/clientInfo': { name: 'test', version: '1' }, 'io.modelcontextprotocol/clientCapabilities': {} };

export const bearer = (key: string) => ({ authorization: `Bearer ${key}` });

/** A real tool server over real HTTP, before fake owners over real gRPC and a real bus. */
export const rig = async (env: Record<string, string> = {}): Promise<Rig> => {
  const bus = await testBus();
  const world = newWorld();
  const owners = fakeOwners(world);
  await owners.server.start();
  const port = await freePort();
  const addresses = Object.fromEntries(['TRACKING_REQUEST', 'SHIPMENT', 'EVENT_INGEST', 'WEBHOOK_DISPATCH', 'OAUTH'].map((name) => [`${name}_GRPC_URL`, `127.0.0.1:${owners.server.port()}`]));
  const service = wire(load({ NATS_URL: bus.url, HTTP_PORT: String(port), LOG_LEVEL: 'silent', PUBLIC_URL: 'http://tools.test', RATE_LIMIT_OTHER: '1000000', ...addresses, ...env }));
  await service.start();
  const url = `http://127.0.0.1:${port}`;
  const clients: Client[] = [];

  const post: Rig['post'] = (body, headers = bearer(KEYS.alpha), path = '/mcp') =>
    fetch(`${url}${path}`, { method: 'POST', headers: { 'content-type': 'application/json', accept: 'application/json, text/event-stream', ...headers }, body: JSON.stringify(body) });

  return {
    world, calls: owners.calls, url, post,
    client: async (key = KEYS.alpha) => {
      const client = new Client({ name: 'test', version: '1' });
      await client.connect(new StreamableHTTPClientTransport(new URL(`${url}/mcp`), { requestInit: { headers: bearer(key) } }) as unknown as Transport);
      clients.push(client);
      return client;
    },
    modern: async (method, params = {}, key = KEYS.alpha) => {
      const name = (params['name'] ?? params['uri']) as string | undefined;
      const response = await post({ jsonrpc: '2.0', id: 1, method, params: { ...params, _meta: envelope } }, { ...bearer(key), 'mcp-protocol-version': MODERN, 'mcp-method': method, ...(name !== undefined && { 'mcp-name': name }) });
      return { status: response.status, body: await response.json() };
    },
    stop: async () => {
      await Promise.all(clients.map((client) => client.close()));
      await service.stop();
      await owners.server.stop();
      await bus.stop();
    },
  };
};
