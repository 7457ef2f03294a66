import { expect } from 'chai';
import { routes } from '../contract.js';
import { ALPHA, BETA, KEYS } from '../fakes/world.js';
import { expectFault, rig, type Rig } from '../harness.js';
import { inOrder, samplesFor } from '../samples.js';

const MISSING = '01900000-0000-7000-8000-999999999999';
const UUID = /[0-9a-f]{8}-[0-9a-f]{4}-[1-8][0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}/;
const JSON_API = 'application/vnd.api+json';
const PLACES = /^\/v2\/(ports|terminals|metro_areas|rail_terminals|vessels|shipping_lines)/;

describe('every route', () => {
  let at: Rig;
  const samples = samplesFor(ALPHA);
  const all = inOrder(routes);
  const ask = (name: string, method: string, more: object = {}) => {
    const { path, body } = samples[name]!;
    return at.ask(method.toUpperCase(), path, { ...(body !== undefined && { body }), ...more });
  };

  before(async () => { at = await rig(); });
  after(() => at.stop());

  it('has a sample, and no sample is left without its route', () => {
    expect(Object.keys(samples)).to.have.members(routes.map(({ name }) => name));
  });

  describe('refuses', () => {
    for (const { name, method, scope, body, gives } of all) {
      it(`${name}: no credential, a wrong one, and one without the scope [AU-01] [D-08] [D-50]`, async () => {
        for (const key of [null, 'lf_nobody_has_this_key']) expectFault(await ask(name, method, { key }), 401, 'unauthorized');
        if (scope !== undefined && scope !== 'read') expectFault(await ask(name, method, { key: KEYS.alphaReads }), 403, 'insufficient_scope');
      });

      it(`${name}: a representation it does not have [D-02]`, async () => {
        expectFault(await ask(name, method, { headers: { accept: 'text/html' } }), 406, 'not_acceptable', 'Accept');
        const isBare = typeof gives === 'object' && 'bare' in gives;
        if (!isBare) expectFault(await ask(name, method, { headers: { accept: `${JSON_API};charset=utf-8, ${JSON_API};version=2` } }), 406, 'not_acceptable', 'Accept');
      });

      it(`${name}: parameters it does not know, by name [D-05]`, async () => {
        const { path, body: sent } = samples[name]!;
        const reply = await at.ask(method.toUpperCase(), `${path}${path.includes('?') ? '&' : '?'}nonsense=1&filter[nonsense]=1`, { body: sent });
        expectFault(reply, 400, 'unknown_parameter', 'nonsense');
        expect(reply.json.errors).to.have.length(2);
      });

      if (body?.isRequired !== true) continue;

      it(`${name}: bodies of another kind, and bodies that are none [D-02] [D-08]`, async () => {
        for (const type of ['text/plain', `${JSON_API}; charset=utf-8`, `${JSON_API}; ext="https://example.test/ext"`, 'application/json; charset=latin1']) {
          expectFault(await ask(name, method, { headers: { 'content-type': type } }), 415, 'unsupported_media_type', 'Content-Type');
        }
        for (const raw of ['{"data":', Buffer.from([0x7b, 0xff, 0x7d]), 'null garbage']) expectFault(await ask(name, method, { body: undefined, raw }), 400, 'invalid_json');
        for (const raw of ['[]', 'null', '"text"', '7', `${'['.repeat(200_000)}`]) expect((await ask(name, method, { body: undefined, raw })).status).to.equal(400);
        expectFault(await ask(name, method, { body: undefined, raw: Buffer.alloc(1_048_577, 0x20) }), 413, 'payload_too_large');
        expect((await ask(name, method, { body: undefined, headers: { 'content-type': JSON_API } })).status).to.equal(400);
      });

      it(`${name}: members that no record has, whatever they are called [D-09]`, async () => {
        const sent = JSON.parse(JSON.stringify(samples[name]!.body)) as { data?: { attributes?: object } | { attributes: object }[] };
        const holder = Array.isArray(sent.data) ? sent.data[0]!.attributes : (sent.data?.attributes ?? sent);
        for (const strange of ['__proto__', 'constructor', 'account_id', 'isAdmin']) {
          const raw = JSON.stringify(sent).replace(JSON.stringify(holder), JSON.stringify(holder).replace(/\}$/, `,${JSON.stringify(strange)}:{"a":1}}`));
          const reply = await ask(name, method, { body: undefined, raw });
          if (Array.isArray(sent.data)) expect(reply.json.data[0].attributes.errors[0].code).to.equal('unknown_attribute');
          else expectFault(reply, 422, 'unknown_attribute');
        }
      });
    }
  });

  describe('keeps accounts apart', () => {
    for (const { name, method, path } of all.filter(({ path, name: one }) => path.includes(':') && !PLACES.test(`/v2${path}`) && !/^list.*CustomFields$/.test(one))) {
      it(`${name}: another account's record is missing, exactly like one that never was [D-08]`, async () => {
        const foreign = await ask(name, method, { key: KEYS.beta });
        const { path: own, body } = samples[name]!;
        const missing = await at.ask(method.toUpperCase(), own.replace(UUID, MISSING), { body });
        for (const reply of [foreign, missing]) expect(reply.status, path).to.equal(404);
        const tell = ({ json }: typeof foreign) => JSON.stringify(json.errors.map(({ id: _id, ...error }: { id: string }) => error)).replace(new RegExp(UUID, 'g'), 'ID');
        expect(tell(foreign)).to.equal(tell(missing));
        expect(foreign.bytes.toString()).to.not.include('ALPHA');
      });
    }

    it('the container named by a body is looked for in the account of the credential [D-13]', async () => {
      expectFault(await ask('updateContainerByBody', 'patch', { key: KEYS.beta }), 404, 'not_found');
    });

    it('lists hold nothing of others [D-08]', async () => {
      for (const { name, method, path } of all.filter((one) => one.method === 'get' && !one.path.includes(':'))) {
        const mine = await at.ask(method.toUpperCase(), samplesFor(BETA)[name]!.path, { key: KEYS.beta });
        expect(mine.bytes.toString(), path).to.not.include('ALPHA').and.not.include(ALPHA);
      }
    });
  });

  describe('answers', () => {
    for (const { name, method, status, gives } of all) {
      it(`${name}: as its description says [D-01] [D-16]`, async () => {
        const reply = await ask(name, method);
        expect(reply.status, reply.bytes.toString()).to.equal(status ?? 200);
        expect(reply.headers.get('ratelimit-policy'), 'RateLimit-Policy').to.match(/^"[a-z_]+";q=\d+;w=60$/);
        expect(reply.headers.get('ratelimit'), 'RateLimit').to.match(/^"[a-z_]+";r=\d+;t=\d+$/);
        if (status === 201) expect(reply.headers.get('location')).to.equal(reply.json.data.links?.self ?? reply.json.links.self);
        if (typeof gives === 'object' && 'many' in gives) {
          expect(reply.json.meta).to.have.all.keys('size', 'total');
          expect(reply.json.links).to.have.all.keys('self', 'current', 'first', 'prev', 'next', 'last');
        }
        if (typeof gives === 'object' && 'one' in gives) expect(reply.json.links.self).to.match(/^http:\/\/gateway\.test\/v2\//);
      });
    }
  });

  it('of another method is refused with the methods that there are [D-08]', async () => {
    const paths = new Set(routes.map(({ path }) => path));
    for (const path of paths) {
      const reply = await at.ask('PUT', `/v2${path.replace(/:\w+/g, MISSING)}`);
      expectFault(reply, 405, 'method_not_allowed');
      expect(reply.headers.get('allow')).to.match(/(GET|POST|PATCH|DELETE)/);
    }
  });

  it('of another path is missing, with or without a credential [D-08]', async () => {
    for (const path of ['/v2', '/v2/nothing', '/v2/shipments/a/b/c', '/v3/shipments', '/']) expectFault(await at.ask('GET', path, { key: null }), 404, 'route_not_found');
  });
});
