import { expect } from 'chai';
import fc from 'fast-check';
import { routes } from '../contract.js';
import { ALPHA, BETA, idOf, KEYS } from '../fakes/world.js';
import { generatedRequest, mostly } from '../generated-request.js';
import { rig, type Rig } from '../harness.js';
import { samplesFor } from '../samples.js';

/** 20,000 in `npm run fuzz`, with a seed of its own each time; the small run is the same every time. */
const REQUESTS = Number(process.env['FUZZ_REQUESTS'] ?? '1500');
const SEED = Number(process.env['FUZZ_SEED'] ?? (process.env['FUZZ_REQUESTS'] === undefined ? '20261121' : Date.now() % 2 ** 31));
/** 10,000 in `npm run fuzz`. */
const INTERLEAVED = Number(process.env['FUZZ_INTERLEAVED'] ?? '2000');

const alpha = samplesFor(ALPHA);

const request = generatedRequest(alpha, mostly<string | null>(KEYS.alpha, KEYS.beta, KEYS.beta, KEYS.alphaReads, 'lf_nobody_at_all', null));

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
