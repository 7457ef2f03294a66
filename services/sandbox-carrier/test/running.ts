import type { Service } from '@landfall/kit/lifecycle';
import { freePort } from '@landfall/testkit/free-port';
import { testMongo, type TestMongo } from '@landfall/testkit/test-mongo';
import { load } from '../src/config.js';
import { wire } from '../src/wire.js';

/** What came back; a test reads of the body what it expects there. */
// eslint-disable-next-line @typescript-eslint/no-explicit-any
export type Answer = { status: number; headers: Headers; body: any };

export type Running = {
  url: string;
  store: TestMongo;
  get: (path: string, headers?: Record<string, string>) => Promise<Answer>;
  post: (path: string, body: unknown, headers?: Record<string, string>) => Promise<Answer>;
  stop: () => Promise<void>;
};

/** The whole service over real sockets and a real store. */
export const running = async (env: Record<string, string> = {}, given?: TestMongo): Promise<Running> => {
  const store = given ?? (await testMongo());
  const port = await freePort();
  const service: Service = wire(load({ MONGODB_URI: store.uri, HTTP_PORT: String(port), HEALTH_PORT: '0', LOG_LEVEL: 'silent', ...env }));
  await service.start();
  const url = `http://127.0.0.1:${port}`;
  const ask = async (path: string, init: RequestInit) => {
    const response = await fetch(new URL(path, url), init);
    const text = await response.text();
    return { status: response.status, headers: response.headers, body: text === '' ? undefined : JSON.parse(text) };
  };
  return {
    url,
    store,
    get: (path, headers = {}) => ask(path, { headers }),
    post: (path, body, headers = {}) => ask(path, { method: 'POST', headers: { 'content-type': 'application/json', ...headers }, body: JSON.stringify(body) }),
    stop: async () => {
      await service.stop();
      if (!given) await store.stop();
    },
  };
};
