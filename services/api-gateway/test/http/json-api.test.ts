import { readdirSync, readFileSync } from 'node:fs';
import { expect } from 'chai';
import { routes } from '../contract.js';
import { ALPHA, idOf } from '../fakes/world.js';
import { expectFault, rig, type Rig } from '../harness.js';
import { READERS } from '../readers.js';
import { inOrder, samplesFor } from '../samples.js';
import { DOCUMENT_STATEMENTS } from './json-api-document-statements.js';
import { STATEMENTS } from './json-api-statements.js';

const samples = samplesFor(ALPHA);
const gets = inOrder(routes).filter(({ method, gives }) => method === 'get' && typeof gives === 'object' && ('one' in gives || 'many' in gives));

describe('JSON:API 1.1', () => {
  let at: Rig;
  before(async () => { at = await rig(); });
  after(() => at.stop());

  const shipment = `/v2/shipments/${idOf(ALPHA, 'shipment')}`;
  const own = (url: string) => url.replace('http://gateway.test', '');

  it('every link that an answer gives can be fetched, and a record behind its own link is that record', async () => {
    for (const { name } of gets) {
      const { json } = await at.ask('GET', samples[name]!.path);
      for (const url of Object.values(json.links as Record<string, string | null>)) if (url !== null) expect((await at.ask('GET', own(url))).status, url).to.equal(200);
      for (const row of [json.data].flat() as { id: string; links?: { self: string } }[]) {
        if (row.links !== undefined) expect((await at.ask('GET', row.links.self)).json.data.id).to.equal(row.id);
      }
    }
  });

  it('a collection is an array and a single record an object', async () => {
    for (const { name, gives } of gets) {
      const { status, json } = await at.ask('GET', samples[name]!.path);
      expect([status, Array.isArray(json.data)], name).to.deep.equal([200, typeof gives === 'object' && 'many' in gives]);
    }
  });

  for (const [reader, read] of Object.entries(READERS)) {
    it(`${reader} finds in every answer what stands in it`, async () => {
      for (const { name } of gets) {
        const { json } = await at.ask('GET', samples[name]!.path);
        const rows = [json.data].flat() as { id: string; attributes: Record<string, unknown> }[];
        const found = await read(structuredClone(json));
        expect(found, name).to.have.length(rows.length);
        rows.forEach((row, n) => {
          expect(found[n]!['id'], name).to.equal(row.id);
          for (const [field, value] of Object.entries(row.attributes)) expect(found[n]![field], `${name}.${field}`).to.deep.equal(value);
        });
      }
    });
  }

  it('what was not asked for is not included, and an unknown path is refused', async () => {
    const { json } = await at.ask('GET', `${shipment}?include=port_of_discharge`);
    expect(json.included.map(({ type }: { type: string }) => type)).to.deep.equal(['port']);
    expectFault(await at.ask('GET', `${shipment}?include=port_of_discharge.ghost`), 400, 'unknown_parameter', 'include');
  });

  it('member names are told apart by their case', async () => {
    expectFault(await at.ask('GET', `${shipment}?fields[shipment]=Tags`), 400, 'unknown_parameter', 'fields[shipment]');
    expectFault(await at.ask('PATCH', shipment, { body: { data: { type: 'shipment', attributes: { Tags: [] } } } }), 422, 'unknown_attribute', '/data/attributes/Tags');
  });

  it('members that the specification does not know are ignored', async () => {
    const body = { data: { type: 'shipment', id: idOf(ALPHA, 'shipment'), attributes: { tags: ['kept'] }, strange: true }, meta: { a: 1 }, jsonapi: { version: '1.1' }, odd: [] };
    expect((await at.ask('PATCH', shipment, { body })).json.data.attributes.tags).to.deep.equal(['kept']);
  });

  it('members that begin with an at sign are ignored wherever they stand', async () => {
    const body = { '@context': 'x', data: { '@id': 'y', type: 'shipment', id: idOf(ALPHA, 'shipment'), attributes: { '@note': 1, tags: ['at'] }, relationships: { '@more': {} } } };
    expect((await at.ask('PATCH', shipment, { body })).json.data.attributes.tags).to.deep.equal(['at']);
  });

  it('a relationship without data is refused by its place', async () => {
    const body = { data: { type: 'tracking_request', attributes: { request_type: 'container', request_number: 'LINKLESS', scac: 'MSCU' }, relationships: { customer: {} } } };
    expectFault(await at.ask('POST', '/v2/tracking_requests', { body }), 422, 'blank', '/data/relationships/customer/data');
  });

  it('an edit that leaves something out leaves it as it was', async () => {
    await at.ask('PATCH', shipment, { body: { data: { type: 'shipment', attributes: { tags: ['t'], ref_numbers: ['r'] } } } });
    const { json } = await at.ask('PATCH', shipment, { body: { data: { type: 'shipment', attributes: { tags: ['u'] } } } });
    expect(json.data.attributes).to.deep.include({ tags: ['u'], ref_numbers: ['r'] });
  });

  it('an edit answers the record as a read of the same address would', async () => {
    for (const [path, type] of [[shipment, 'shipment'], [`/v2/tracking_requests/${idOf(ALPHA, 'tracking_request')}`, 'tracking_request'], [`/v2/containers/${idOf(ALPHA, 'container')}`, 'container']] as const) {
      const edited = await at.ask('PATCH', path, { body: { data: { type, attributes: { ref_numbers: ['as-a-get'] } } } });
      expect(edited.json).to.deep.equal((await at.ask('GET', path)).json);
    }
  });

  it('a wrong type or id is a conflict, a made-up id is forbidden, an absent id is asked for', async () => {
    const patch = (data: object, path = shipment) => at.ask('PATCH', path, { body: { data } });
    expectFault(await patch({ type: 'container', attributes: {} }), 409, 'type_mismatch', '/data/type');
    expectFault(await patch({ type: 'shipment', id: idOf(ALPHA, 'container'), attributes: {} }), 409, 'id_mismatch', '/data/id');
    expectFault(await patch({ type: 'container', attributes: {} }, '/v2/containers'), 400, 'id_required', '/data/id');
    for (const { name, body, path } of routes.filter((one) => one.method === 'post' && one.status === 201)) {
      const sound = samples[name]!.body as { data: object };
      expectFault(await at.ask('POST', samples[name]!.path, { body: { data: { ...sound.data, id: idOf('made', 'up') } } }), 403, 'client_id_not_allowed', '/data/id');
      expectFault(await at.ask('POST', samples[name]!.path, { body: { data: { ...sound.data, type: 'ghost' } } }), 409, 'type_mismatch', '/data/type');
      expectFault(await at.ask('POST', samples[name]!.path, { body: { data: [sound.data] } }), 400, 'invalid_document', '/data');
      expect(body, path).to.not.equal(undefined);
    }
  });

  it('profiles are ignored, extensions are not pretended', async () => {
    const profile = 'application/vnd.api+json; profile="https://example.test/a https://example.test/b"';
    expect((await at.ask('GET', shipment, { headers: { accept: profile } })).status).to.equal(200);
    expect((await at.ask('PATCH', shipment, { body: { data: { type: 'shipment', attributes: {} } }, headers: { 'content-type': profile } })).status).to.equal(200);
    expectFault(await at.ask('GET', shipment, { headers: { accept: 'application/vnd.api+json; ext="https://jsonapi.org/ext/atomic"' } }), 406, 'not_acceptable');
    expect((await at.ask('GET', shipment, { headers: { accept: 'application/vnd.api+json;q=0, application/vnd.api+json; ext="x", application/vnd.api+json' } })).status).to.equal(200);
  });

  it('a removal answers 204 with nothing or 200 with meta alone', async () => {
    for (const { name } of routes.filter((one) => /^set.*CustomField$/.test(one.name))) await at.ask('POST', samples[name]!.path, { body: samples[name]!.body });
    for (const { name, status } of inOrder(routes).filter(({ method, name: one }) => method === 'delete' && one !== 'revokeApiKey')) {
      const reply = await at.ask('DELETE', samples[name]!.path);
      if (status === 204) expect([reply.status, reply.bytes.length], name).to.deep.equal([204, 0]);
      else expect([reply.status, Object.keys(reply.json)], name).to.deep.equal([200, ['meta']]);
    }
  });

  describe('statement by statement', () => {
    const folder = new URL('.', import.meta.url);
    const titles = readdirSync(folder).filter((file) => file.endsWith('.test.ts')).map((file) => readFileSync(new URL(file, folder), 'utf8')).join('\n');

    for (const [id, row] of Object.entries({ ...STATEMENTS, ...DOCUMENT_STATEMENTS })) {
      it(`${id}: ${'by' in row ? row.by : `does not apply, ${row.because}`}`, () => {
        if ('by' in row) expect(titles).to.include(row.by);
        else expect(row.because.length).to.be.above(20);
      });
    }

    // The published list has 182 ids; 44 of them say MAY alone and bind nobody.
    it('is complete: each MUST, SHOULD and RECOMMENDED of 1.1 is here, once', () => {
      expect(Object.keys({ ...STATEMENTS, ...DOCUMENT_STATEMENTS })).to.have.length(Object.keys(STATEMENTS).length + Object.keys(DOCUMENT_STATEMENTS).length);
      expect(Object.keys(STATEMENTS)).to.have.length(72);
      expect(Object.keys(DOCUMENT_STATEMENTS)).to.have.length(66);
    });
  });
});
