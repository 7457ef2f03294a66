import { testBus, type TestBus } from '@landfall/testkit/test-bus';
import { localServer } from '@landfall/testkit/local-server';
import { freePort } from '@landfall/testkit/free-port';
import type { Service } from '@landfall/kit/lifecycle';
import { expect } from 'chai';
import { load } from '../src/config.js';
import { wire } from '../src/wire.js';
import { checkAnswer } from './answer-check.js';
import { fakeOwners, type FakeOwners } from './fakes/owners.js';
import { KEYS, newWorld, type World } from './fakes/world.js';

export interface Reply {
  status: number;
  headers: Headers;
  bytes: Buffer;
  /** The parsed body; tests know what they asked for. */
  json: any; // eslint-disable-line @typescript-eslint/no-explicit-any
}

export interface Ask {
  key?: string | null;
  body?: unknown;
  /** Bytes that are sent as they are. */
  raw?: string | Buffer;
  headers?: Record<string, string>;
}

export interface Rig {
  world: World;
  owners: FakeOwners;
  bus: TestBus;
  url: string;
  ask(method: string, path: string, ask?: Ask): Promise<Reply>;
  /** Another gateway on the same bus and the same owners. */
  replica(env?: Record<string, string>): Promise<{ url: string; ask: Rig['ask']; stop(): Promise<void> }>;
  stop(): Promise<void>;
}

const asker = (url: string): Rig['ask'] => async (method, path, { key = KEYS.alpha, body, raw, headers = {} } = {}) => {
  const payload = raw ?? (body === undefined ? undefined : JSON.stringify(body));
  const response = await fetch(`${url}${path}`, {
    method,
    redirect: 'manual',
    headers: { ...(key !== null && { authorization: `Token ${key}` }), ...(payload !== undefined && { 'content-type': 'application/vnd.api+json' }), ...headers },
    ...(payload !== undefined && { body: payload as string }),
  });
  const bytes = Buffer.from(await response.arrayBuffer());
  const isJson = /json/.test(response.headers.get('content-type') ?? '');
  const json: unknown = isJson && bytes.length > 0 ? JSON.parse(bytes.toString()) : undefined;
  checkAnswer(method, path, response, json);
  return { status: response.status, headers: response.headers, bytes, json };
};

/** A real gateway over real HTTP, before fake owners over real gRPC and a real bus. */
export const rig = async (env: Record<string, string> = {}): Promise<Rig> => {
  const bus = await testBus();
  const world = newWorld();
  const owners = fakeOwners(world);
  await owners.server.start();
  const owner = `127.0.0.1:${owners.server.port()}`;
  const addresses = Object.fromEntries(['TRACKING_REQUEST', 'SHIPMENT', 'EVENT_INGEST', 'WEBHOOK_DISPATCH', 'OAUTH'].map((name) => [`${name}_GRPC_URL`, owner]));

  const sandbox = await localServer((seen, res) => {
    const { speed = 86_400 } = seen.body === '' ? {} : (JSON.parse(seen.body) as { speed?: number });
    res.end(JSON.stringify({ now: '2026-01-01T00:00:00.000Z', speed, paused: false, plays_until: '2026-02-01T00:00:00.000Z' }));
  });

  const start = async (more: Record<string, string>): Promise<{ service: Service; url: string }> => {
    const port = await freePort();
    // Limits are far away unless a test is about them.
    const service = wire(load({ NATS_URL: bus.url, HTTP_PORT: String(port), LOG_LEVEL: 'silent', PUBLIC_URL: 'http://gateway.test', RATE_LIMIT_OTHER: '1000000', RATE_LIMIT_TRACKING_REQUESTS: '1000000', RATE_LIMIT_INFER: '1000000', RATE_LIMIT_REFRESH: '1000000', SANDBOX_CARRIER_URL: sandbox.url, ...addresses, ...more }));
    await service.start();
    return { service, url: `http://127.0.0.1:${port}` };
  };

  const main = await start(env);
  return {
    world, owners, bus, url: main.url, ask: asker(main.url),
    replica: async (more = {}) => {
      const { service, url } = await start({ ...env, ...more });
      return { url, ask: asker(url), stop: () => service.stop() };
    },
    stop: async () => {
      await main.service.stop();
      await owners.server.stop();
      await sandbox.stop();
      await bus.stop();
    },
  };
};

/** The codes of a refusal, and where it points. */
export const faults = (reply: Reply) => (reply.json.errors as { code: string; source?: { pointer?: string; parameter?: string; header?: string } }[]).map(({ code, source }) => [code, source?.pointer ?? source?.parameter ?? source?.header ?? '']);

export const expectFault = (reply: Reply, status: number, code: string, at?: string) => {
  expect([reply.status, ...faults(reply)[0]!.slice(0, at === undefined ? 1 : 2)], reply.bytes.toString()).to.deep.equal([status, code, ...(at === undefined ? [] : [at])]);
};
