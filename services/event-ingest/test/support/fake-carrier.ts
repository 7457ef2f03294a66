import { localServer, type LocalServer, type Seen } from '@landfall/testkit/local-server';
import type { ServerResponse } from 'node:http';
import type { Json } from '../../src/domain/json.js';

export type FakeCarrier = LocalServer & {
  /** What is published, by number. */
  events: Map<string, Json[]>;
  now: Date;
  /** Takes over the answer to a question about events; false lets the ordinary answer go out. */
  interfere: (seen: Seen, res: ServerResponse) => boolean;
  terminal: Map<string, unknown>;
};

const REFERENCES = ['transportDocumentReference', 'carrierBookingReference', 'equipmentReference'];

const json = (res: ServerResponse, status: number, body: unknown, headers: Record<string, string> = {}) =>
  res.writeHead(status, { 'content-type': 'application/json', ...headers }).end(JSON.stringify(body));

const answerEvents = (fake: FakeCarrier, url: URL, res: ServerResponse): void => {
  const number = REFERENCES.map((name) => url.searchParams.get(name)).find((value) => value) ?? '';
  const all = fake.events.get(number);
  if (!all) return void json(res, 404, { statusCode: 404 });
  const limit = Number(url.searchParams.get('limit') ?? 100);
  const offset = Number(url.searchParams.get('cursor') ?? 0);
  const next = new URL(url);
  next.searchParams.set('cursor', String(offset + limit));
  const more = offset + limit < all.length;
  json(res, 200, all.slice(offset, offset + limit), { 'API-Version': '2.2.0', ...(more ? { 'Next-Page': next.href } : {}) });
};

/** A publisher as the standard describes it, over real sockets; it misbehaves when told to. */
export const fakeCarrier = async (): Promise<FakeCarrier> => {
  const state: Pick<FakeCarrier, 'events' | 'now' | 'interfere' | 'terminal'> = { events: new Map(), now: new Date(), interfere: () => false, terminal: new Map() };
  const server = await localServer((seen, res) => {
    const url = new URL(seen.url, server.url);
    if (url.pathname === '/sandbox/clock') return json(res, 200, { now: fake.now.toISOString() });
    if (url.pathname.startsWith('/terminal/')) {
      const report = fake.terminal.get(decodeURIComponent(url.pathname.split('/').at(-1) ?? ''));
      return report ? json(res, 200, report) : json(res, 404, {});
    }
    return fake.interfere(seen, res) ? undefined : answerEvents(fake, url, res);
  });
  const fake: FakeCarrier = Object.assign(server, state);
  return fake;
};
