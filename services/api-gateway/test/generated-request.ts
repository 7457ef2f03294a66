import fc from 'fast-check';
import { document, routes } from './contract.js';
import type { Sample } from './samples.js';

// Half a surrogate pair cannot be encoded; bodies may hold one, addresses may not.
const encoded = (text: string) => encodeURIComponent(Buffer.from(text).toString());

// Whatever a request carries, these may stand where a value stands.
const scalar = fc.oneof(
  fc.constantFrom<unknown>('', ' ', 'x', '0', '-1', '1e999', 'null', '__proto__', 'constructor', '../..', '%00', '\u0000', '\ud800', '𝕏', '<script>', "' OR 1=1--", '{"$gt":""}', '@exists', 'today', '01900000-0000-7000-8000-999999999999'),
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
export const mostly = <Value>(usual: Value, ...others: Value[]) => fc.oneof({ weight: 12, arbitrary: fc.constant(usual) }, { weight: 1, arbitrary: fc.constantFrom(...others) });

const headers = fc.record({
  accept: mostly('*/*', 'application/vnd.api+json', 'application/json', 'text/html', 'application/vnd.api+json;x=1', '', ';;;', '*/*;q=0'),
  'content-type': mostly('application/vnd.api+json', 'application/json', 'text/plain', 'application/vnd.api+json;charset=utf-8', ';'),
  'if-match': mostly('*', '"1-abc"', 'W/"1"', 'zzz'),
  'if-none-match': mostly('"x"', '*', ',,,'),
  'idempotency-key': fc.oneof({ weight: 9, arbitrary: fc.uuid() }, { weight: 1, arbitrary: fc.constantFrom('a', 'x'.repeat(300)) }),
  'accept-encoding': fc.constantFrom('gzip', 'identity', 'gzip;q=0', '*', 'br;;q'),
  'last-event-id': fc.constantFrom('1', 'x'),
}, { requiredKeys: ['accept', 'content-type'] });

export interface Generated {
  method: string;
  path: string;
  query: string;
  body: unknown;
  headers: Record<string, string>;
  key: string | null;
}

/** Requests that are nearly right, for every route: whatever an address, a query, a body or a header may carry. */
export const generatedRequest = (samples: Readonly<Record<string, Sample>>, keys: fc.Arbitrary<string | null>): fc.Arbitrary<Generated> =>
  fc.constantFrom(...routes.filter(({ name }) => name !== 'streamEvents')).chain(({ name, method }) => {
    const { path, body } = samples[name]!;
    const [plain = '', sound = ''] = path.split('?');
    return fc.record({
      method: fc.oneof({ weight: 9, arbitrary: fc.constant(method.toUpperCase()) }, { weight: 1, arbitrary: fc.constantFrom('GET', 'POST', 'PATCH', 'DELETE', 'PUT', 'HEAD') }),
      path: fc.oneof({ weight: 8, arbitrary: fc.constant(plain) }, { weight: 1, arbitrary: scalar.map((value) => plain.replace(/[0-9a-f-]{36}/, encoded(String(value)))) }),
      query: fc.oneof({ weight: 3, arbitrary: fc.constant(sound) }, { weight: 2, arbitrary: query(parametersOf(name, method)) }),
      body: bodyFrom(body),
      headers,
      key: keys,
    });
  });

/** The same as a list, for runs that cannot shrink because the records behind them have moved on. */
export const generatedRequests = (samples: Readonly<Record<string, Sample>>, key: string, count: number, seed: number): Generated[] =>
  fc.sample(generatedRequest(samples, fc.constant(key)), { numRuns: count, seed });
