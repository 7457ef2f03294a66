import { expect } from 'chai';
import fc from 'fast-check';
import { document, routes } from '../contract.js';
import { ALPHA, BETA, idOf, KEYS } from '../fakes/world.js';
import { rig, type Rig } from '../harness.js';
import { samplesFor } from '../samples.js';

/** 20,000 in `npm run fuzz`, with a seed of its own each time; the small run is the same every time. */
const REQUESTS = Number(process.env['FUZZ_REQUESTS'] ?? '1500');
const SEED = Number(process.env['FUZZ_SEED'] ?? (process.env['FUZZ_REQUESTS'] === undefined ? '20261121' : Date.now() % 2 ** 31));
/** 10,000 in `npm run fuzz`. */
const INTERLEAVED = Number(process.env['FUZZ_INTERLEAVED'] ?? '2000');

const alpha = samplesFor(ALPHA);

// Half a surrogate pair cannot be encoded; bodies may hold one, addresses may not.
const encoded = (text: string) => encodeURIComponent(Buffer.from(text).toString());

// Whatever a request carries, these may stand where a value stands.
const scalar = fc.oneof(
  fc.constantFrom<unknown>('', ' ', 'x', '0', '-1', '1e999', 'null', '__proto__', 'constructor', '../..', '%00', '\u0000', '\ud800', '𝕏', '<script>', "' OR 1=1--", '{"$gt":""}', '@exists', 'today', ALPHA, BETA),
  fc.constantFrom<unknown>(0, -1, 1.5, Number.MAX_SAFE_INTEGER, 1e300, true, false, null),
  fc.string({ unit: 'binary', maxLength: 40 }),
  fc.string({ maxLength: 300 }),
);
const json = fc.oneof({ weight: 3, arbitrary: scalar }, { weight: 1, arbitrary: fc.jsonValue({ maxDepth: 4 }) }, { weight: 1, arbitrary: fc.array(scalar, { maxLength: 60 }) }, { weight: 1, arbitrary: fc.dictionary(fc.string({ maxLength: 12 }), scalar, { maxKeys: 5 }) });

const parametersOf = (name: string, method: string): string[] => {
  const operation = Object.values(document.paths).map((verbs) => verbs[method]).find((one) => (one as { operationId?: string } | undefined)?.operationId === name) as { parameters?: { name: string; in: string }[] } | undefined;
  return (operation?.parameters ?? []).filter((one) => one.in === 'query').map((one) => one.name);
};

const query = (known: string[]) =>
  fc.array(fc.tuple(fc.oneof({ weight: 5, arbitrary: fc.constantFrom(...known, 'fields[shipment]', 'include', 'page[size]') }, { weight: 1, arbitrary: fc.string({ maxLength: 15 }) }), scalar.map(String)), { maxLength: 4 })
    .map((pairs) => pairs.map(([name, value]) => `${encoded(name)}=${encoded(value)}`).join('&'));

/** A sound body with some of its members replaced, added or taken away. */
const bodyFrom = (sound: unknown): fc.Arbitrary<unknown> => {
  if (sound === undefined) return fc.option(json, { nil: undefined });
  const paths: string[][] = [];
  const walk = (value: unknown, path: string[]) => {
    paths.push(path);
    if (typeof value === 'object' && value !== null) for (const [key, inner] of Object.entries(value)) walk(inner, [...path, key]);
  };
  walk(sound, []);
  return fc.array(fc.tuple(fc.constantFrom(...paths), fc.option(fc.string({ maxLength: 10 }), { nil: undefined }), json), { maxLength: 3 }).map((edits) => {
    let body: unknown = structuredClone(sound);
    for (const [path, added, edit] of edits) {
      const value = structuredClone(edit);
      const steps = added === undefined ? path : [...path, added];
      if (steps.length === 0) {
        body = value;
        continue;
      }
      const holder = steps.slice(0, -1).reduce<unknown>((inside, step) => (typeof inside === 'object' && inside !== null ? (inside as Record<string, unknown>)[step] : undefined), body);
      if (typeof holder === 'object' && holder !== null) Object.defineProperty(holder, steps.at(-1)!, { value, enumerable: true, configurable: true, writable: true });
    }
    return body;
  });
};

// Mostly what clients send: a request that is refused at the gate says nothing of what is behind it.
const mostly = <Value>(usual: Value, ...others: Value[]) => fc.oneof({ weight: 12, arbitrary: fc.constant(usual) }, { weight: 1, arbitrary: fc.constantFrom(...others) });

const headers = fc.record({
  accept: mostly('*/*', 'application/vnd.api+json', 'application/json', 'text/html', 'application/vnd.api+json;x=1', '', ';;;', '*/*;q=0'),
  'content-type': mostly('application/vnd.api+json', 'application/json', 'text/plain', 'application/vnd.api+json;charset=utf-8', ';'),
  'if-match': mostly('*', '"1-abc"', 'W/"1"', 'zzz'),
  'if-none-match': mostly('"x"', '*', ',,,'),
  'idempotency-key': fc.oneof({ weight: 9, arbitrary: fc.uuid() }, { weight: 1, arbitrary: fc.constantFrom('a', 'x'.repeat(300)) }),
  'accept-encoding': fc.constantFrom('gzip', 'identity', 'gzip;q=0', '*', 'br;;q'),
  'last-event-id': fc.constantFrom('1', 'x'),
}, { requiredKeys: ['accept', 'content-type'] });

const request = fc.constantFrom(...routes.filter(({ name }) => name !== 'streamEvents')).chain(({ name, method }) => {
  const { path, body } = alpha[name]!;
  const [plain = '', sound = ''] = path.split('?');
  return fc.record({
    method: fc.oneof({ weight: 9, arbitrary: fc.constant(method.toUpperCase()) }, { weight: 1, arbitrary: fc.constantFrom('GET', 'POST', 'PATCH', 'DELETE', 'PUT', 'HEAD') }),
    path: fc.oneof({ weight: 8, arbitrary: fc.constant(plain) }, { weight: 1, arbitrary: scalar.map((value) => plain.replace(/[0-9a-f-]{36}/, encoded(String(value)))) }),
    query: fc.oneof({ weight: 3, arbitrary: fc.constant(sound) }, { weight: 2, arbitrary: query(parametersOf(name, method)) }),
    body: bodyFrom(body),
    headers,
    key: mostly<string | null>(KEYS.alpha, KEYS.beta, KEYS.beta, KEYS.alphaReads, 'lf_nobody_at_all', null),
  });
});

describe('fuzz over the OpenAPI document', () => {
  let at: Rig;
  before(async () => { at = await rig(); });
  after(() => at.stop());

  it(`${REQUESTS} generated requests: no 5xx, no answer that is not described, no hang, nothing of the other account [D-08] [D-16]`, async function fuzz() {
    this.timeout(1_800_000);
    const statuses = new Map<number, number>();
    await fc.assert(fc.asyncProperty(request, async ({ method, path, query: search, body, headers: sent, key }) => {
      const isBodiless = method === 'GET' || method === 'HEAD';
      const ask = at.ask(method, search === '' ? path : `${path}?${search}`, { key, headers: sent, ...(!isBodiless && body !== undefined && { raw: JSON.stringify(body) ?? '' }) });
      const late = new Promise<never>((_, reject) => { setTimeout(() => reject(new Error('no answer within 10 s')), 10_000).unref(); });
      const reply = await Promise.race([ask, late]);
      statuses.set(reply.status, (statuses.get(reply.status) ?? 0) + 1);
      expect(reply.status, reply.bytes.toString().slice(0, 300)).to.be.below(500);
      const text = reply.bytes.toString();
      // What a caller wrote may come back to it; the other account's own records may not.
      if (key === KEYS.beta) expect(text).to.not.match(/BLALPHA|Company ALPHA|alpha@example|whsec_ALPHA/);
      else expect(text).to.not.match(/BLBETA|Company BETA|beta@example|whsec_BETA/);
    }), { numRuns: REQUESTS, seed: SEED, endOnFailure: true });
    console.log(`      seed ${SEED}; ${[...statuses].sort(([a], [b]) => a - b).map(([status, count]) => `${status}: ${count}`).join(', ')}`);
    expect([...statuses.keys()]).to.include.members([200, 400, 401, 404, 406, 415, 422]);
  });

  it(`two accounts interleaved over ${INTERLEAVED} requests: each sees its own and nothing else [D-08]`, async function interleave() {
    this.timeout(600_000);
    const own = await rig();
    const paths = routes.filter(({ method, name }) => method === 'get' && name !== 'streamEvents' && !name.includes('Example')).map(({ name }) => name);
    const [mine, theirs] = [samplesFor(ALPHA), samplesFor(BETA)];
    let wrong = 0;
    const edit = (own: string, mark: string) => ({ method: 'PATCH', body: JSON.stringify({ data: { type: 'shipment', id: own, attributes: { ref_numbers: [mark] } } }) });
    const ask = async (n: number) => {
      const isAlpha = n % 2 === 0;
      const name = paths[Math.floor(n / 2) % paths.length]!;
      // Every fifth request reaches for what is not its own; every seventh writes, so that memories are dropped and filled again.
      const { path } = (n % 5 === 0) === isAlpha ? theirs[name]! : mine[name]!;
      const account = isAlpha ? ALPHA : BETA;
      const writes = n % 7 === 0;
      const shipment = idOf(account, 'shipment');
      const response = await fetch(`${own.url}${writes ? `/v2/shipments/${shipment}` : path}`, {
        headers: { authorization: `Token ${isAlpha ? KEYS.alpha : KEYS.beta}`, 'content-type': 'application/json' },
        ...(writes && edit(shipment, `${isAlpha ? 'ALPHA' : 'BETA'}-${n}`)),
      });
      const text = await response.text();
      if (response.status >= 500 || text.includes(isAlpha ? 'BETA' : 'ALPHA') || text.includes(isAlpha ? BETA : ALPHA)) wrong += 1;
    };
    for (let n = 0; n < INTERLEAVED; n += 50) await Promise.all(Array.from({ length: 50 }, (_, k) => ask(n + k)));
    await own.stop();
    expect(wrong).to.equal(0);
  });
});
