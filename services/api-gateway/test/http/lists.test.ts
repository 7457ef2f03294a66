import { Container, Shipment } from '@landfall/contracts/gen/shipment/v1/shipment';
import { nameId } from '@landfall/kit/identity';
import { expect } from 'chai';
import { ALPHA, idOf, places } from '../fakes/world.js';
import { expectFault, faults, rig, type Rig } from '../harness.js';

type Row = { id: string; type: string; attributes: Record<string, unknown>; relationships?: Record<string, unknown> };
const types = (rows: Row[]) => [...new Set(rows.map(({ type }) => type))].sort();

describe('lists, includes and fieldsets', () => {
  let at: Rig;
  before(async () => {
    at = await rig();
    for (let n = 0; n < 65; n += 1) {
      const id = nameId('many', String(n)), box = nameId('box', String(n));
      at.world.shipments.put(Shipment.fromPartial({ accountId: ALPHA, id, billOfLadingNumber: `MANY${n}`, createdAt: new Date(n * 1_000), containerIds: [box], portOfLadingId: places.port.id, podTerminalId: places.terminal.id, revision: 1 }));
      at.world.containers.put(Container.fromPartial({ accountId: ALPHA, id: box, shipmentId: id, currentStatus: 'new', podTerminalId: places.terminal.id, revision: 1 }));
    }
  });
  after(() => at.stop());

  const get = async (query: string, path = '/v2/shipments') => (await at.ask('GET', `${path}${query}`)).json;

  it('pages by number, 30 at a time, with all six links [D-03] [D-04]', async () => {
    const first = await get('');
    expect(first.data).to.have.length(30);
    expect(first.meta).to.deep.equal({ size: 30, total: 66 });
    const base = 'http://gateway.test/v2/shipments';
    expect(first.links).to.deep.equal({ self: base, current: `${base}?page[number]=1`, first: `${base}?page[number]=1`, prev: null, next: `${base}?page[number]=2`, last: `${base}?page[number]=3` });
    const last = await get('?page%5Bnumber%5D=3');
    expect(last.data).to.have.length(6);
    expect(last.links).to.include({ self: `${base}?page%5Bnumber%5D=3`, prev: `${base}?page[number]=2`, next: null });
  });

  it('keeps every other parameter in its links [D-03]', async () => {
    const { links } = await get('?q=MANY&page[size]=10&filter[tag]=a%26b,c&include=containers');
    for (const name of ['current', 'first', 'last']) expect(links[name]).to.include('filter[tag]=a%26b,c&include=containers&page[number]=').and.include('&page[size]=10&q=MANY');
  });

  it('meets every row once when its own next links are followed [D-03]', async () => {
    const seen: string[] = [];
    for (let next: string | null = 'http://gateway.test/v2/shipments?sort=created_at&page[size]=20'; next !== null; ) {
      const page: { data: Row[]; links: { next: string | null } } = (await at.ask('GET', next.replace('http://gateway.test', ''))).json;
      seen.push(...page.data.map(({ id }) => id));
      next = page.links.next;
    }
    expect(new Set(seen).size).to.equal(66);
    expect(seen).to.have.length(66);
  });

  it('answers past the end with nothing, and cuts what is too large [D-03] [D-04]', async () => {
    expect((await get('?page[number]=50')).data).to.deep.equal([]);
    expect((await get('?page[size]=5000')).meta.size).to.equal(100);
  });

  it('reads on behind a cursor [D-04]', async () => {
    const { data } = await get('?page[size]=5');
    const behind = await get(`?page[size]=5&page[after]=${data[4].id as string}`);
    expect(behind.data.map(({ id }: Row) => id)).to.deep.equal((await get('?page[size]=5&page[number]=2')).data.map(({ id }: Row) => id));
    expect(behind.links.next).to.include('page[after]=');
  });

  it('leads deep lists by cursor [D-04]', async () => {
    const { list } = at.world.shipments;
    at.world.shipments.list = (input) => ({ ...list(input), page: { total: 1_001, nextAfter: 'cursor-1' } });
    expect((await get('')).links.next).to.equal('http://gateway.test/v2/shipments?page[after]=cursor-1');
    at.world.shipments.list = list;
  });

  for (const [parameter, value] of [['page[size]', '0'], ['page[size]', '-1'], ['page[number]', 'two'], ['page[number]', '1e3'], ['page[number]', '99999999999999999999'], ['page[after]', 'a b'], ['filter[tracking_stopped]', 'maybe'], ['filter[created_at]', 'yesterday-ish'], ['filter[created_at]', '2026-13-45']] as const) {
    it(`refuses ${parameter}=${value} and names it [D-04] [D-05]`, async () => {
      expectFault(await at.ask('GET', `/v2/shipments?${encodeURIComponent(parameter)}=${value}`), 400, 'invalid_parameter', parameter);
    });
  }

  for (const [query, parameter] of [['sort=ghost', 'sort'], ['include=ghost', 'include'], ['include=containers.shipment.containers.shipment', 'include'], ['fields[ghost]=a', 'fields[ghost]'], ['fields[shipment]=ghost', 'fields[shipment]'], ['fields[vessel]=name', 'fields[vessel]'], ['filter[__proto__]=1', 'filter[__proto__]'], ['filter[pod_eta_at][middle]=today', 'filter[pod_eta_at][middle]'], ['page[ghost]=1', 'page[ghost]'], ['page=1', 'page'], ['Q=1', 'Q']] as const) {
    it(`refuses ${query} and names it [D-05]`, async () => {
      expectFault(await at.ask('GET', `/v2/shipments?${query}`), 400, 'unknown_parameter', parameter);
    });
  }

  it('refuses what is given twice and what is no UTF-8 [D-05]', async () => {
    const thrice = await at.ask('GET', '/v2/shipments?q=a&q=b&q=c');
    expectFault(thrice, 400, 'invalid_parameter', 'q');
    expect(thrice.json.errors).to.have.length(1);
    expectFault(await at.ask('GET', '/v2/shipments?q=%ff'), 400, 'invalid_parameter');
    expect((await at.ask('GET', '/v2/shipments/%ff')).status).to.equal(400);
  });

  it('tells all faults of a query at once [D-08]', async () => {
    const reply = await at.ask('GET', '/v2/shipments?a=1&b=2&page[size]=0&sort=x');
    expect(faults(reply).map(([, parameter]) => parameter)).to.deep.equal(['a', 'b', 'page[size]', 'sort']);
  });

  it('sorts both ways [D-05]', async () => {
    const up = (await get('?sort=created_at&page[size]=100')).data.map(({ attributes }: Row) => attributes['created_at']);
    expect(up).to.deep.equal([...up].sort());
    expect((await get('?sort=-created_at&page[size]=100')).data.map(({ attributes }: Row) => attributes['created_at'])).to.deep.equal([...up].reverse());
  });

  it('sorts lists that come whole as well, by any of their keys [D-05]', async () => {
    const names = async (sort: string) => (await get(`?sort=${sort}`, '/v2/webhooks/events')).data.map(({ attributes }: Row) => attributes['name']) as string[];
    expect(await names('name')).to.deep.equal([...(await names('name'))].sort());
    expect(await names('-name')).to.deep.equal((await names('name')).reverse());
    expect((await get('?query=BLALPHA&sort=-number,created_at', '/v2/search')).data).to.have.length(2);
  });

  it('reads filters with operators, days and presence [D-06]', async () => {
    expect((await get('?filter[created_at]=<1970-01-02')).meta.total).to.equal(65);
    expect((await get('?filter[created_at]=>=1.days.ago')).meta.total).to.equal(0);
    expect((await get('?filter[created_at]=<=1000.days.from_now')).meta.total).to.equal(66);
    expect((await get('?filter[created_at]=@exists')).meta.total).to.equal(66);
    expect((await get('?filter[created_at][]=>1970-01-01T00:00:10Z&filter[created_at][]=<1970-01-01T00:00:20Z')).meta.total).to.equal(9);
    expect((await get('?filter[tags]=ALPHA,BETA')).meta.total).to.equal(1);
  });

  it('fetches a page with its relations in one call a type, however many rows [D-05]', async () => {
    at.owners.calls.length = 0;
    const page = await get('?include=containers.pod_terminal,containers.shipment,port_of_lading,pod_terminal.port&page[size]=65');
    expect(types(page.included)).to.deep.equal(['container', 'port', 'terminal']);
    expect(page.included.filter(({ type }: Row) => type === 'container')).to.have.length(65);
    expect(at.owners.calls.filter((name) => name.startsWith('get') || name.startsWith('list'))).to.deep.equal(['listShipments']);
    const batches = at.owners.calls.filter((name) => name.startsWith('batchGet'));
    expect(batches.length).to.be.at.most(4);
    expect(batches.filter((name) => name === 'batchGetContainers')).to.have.length(1);
    expect(batches.filter((name) => name === 'batchGetTerminals')).to.have.length(1);
  });

  it('asks nobody for a relation that nobody wanted [D-07]', async () => {
    at.owners.calls.length = 0;
    expect(await get('')).to.not.have.property('included');
    expect(at.owners.calls).to.deep.equal(['listShipments']);
  });

  it('cuts every type to its fields, relations alike [D-05]', async () => {
    const page = await get(`/${idOf(ALPHA, 'shipment')}?include=containers&fields[shipment]=tags,containers&fields[container]=number`, '/v2/shipments');
    expect(page.data.attributes).to.deep.equal({ tags: ['ALPHA'] });
    expect(Object.keys(page.data.relationships)).to.deep.equal(['containers']);
    expect(page.included.map(({ attributes, relationships }: Row) => [attributes, relationships])).to.deep.equal([[{ number: 'MSCU1234566' }, undefined]]);
  });

  it('shows the vessels and places of raw events unasked, ordered as the carrier told them', async () => {
    const { data, included } = await get(`/${idOf(ALPHA, 'container')}/raw_events`, '/v2/containers');
    expect(data).to.have.length(1);
    expect(types(included)).to.deep.equal(['metro_area', 'vessel']);
  });

  it('shows notifications with what was sent, their webhook without its secret yet with its public key, and their attempts [D-41] [D-46] [A-01]', async () => {
    const wide = '?include=reference_object.shipment,webhook,webhook_notification_logs';
    for (const path of ['/v2/webhook_notifications', `/v2/webhook_notifications/${idOf(ALPHA, 'notification')}`]) {
      const { included } = await get(wide, path);
      expect(types(included)).to.deep.equal(['shipment', 'transport_event', 'webhook', 'webhook_notification_log']);
      expect(included.find(({ type }: Row) => type === 'webhook').attributes).to.include({ secret: null, signing_public_key: 'whpk_ALPHA' });
    }
  });

  it('shows examples of one event and of all [D-48]', async () => {
    const all = await get('?page[size]=100', '/v2/webhook_notifications/examples');
    expect(all.data).to.have.length(all.meta.total);
    expect(all.data.length).to.be.above(35);
    const one = await get('?event=tracking_request.failed', '/v2/webhook_notifications/examples');
    expect(one.data.map(({ attributes }: Row) => attributes['event'])).to.deep.equal(['tracking_request.failed']);
    expect(one.included.map(({ type }: Row) => type)).to.deep.equal(['tracking_request']);
    expectFault(await at.ask('GET', '/v2/webhook_notifications/examples?event=ghost'), 400, 'invalid_parameter', 'event');
  });

  it('finds places by LOCODE and vessels by IMO number, and a track on request', async () => {
    expect((await get('', '/v2/ports/uslgb')).data.attributes.latitude).to.be.a('number');
    expect((await get('', '/v2/vessels/9321483')).data.attributes).to.not.have.property('positions');
    const shown = await get('?show_positions[from_timestamp]=2026-01-01T00:00:00Z', '/v2/vessels/9321483');
    expect(shown.data.attributes.positions[0]).to.deep.equal({ latitude: 31.5, longitude: 122, timestamp: '2026-01-02T00:00:00.000Z', estimated: false, heading: null });
    expectFault(await at.ask('GET', '/v2/vessels/9321483?show_positions[from_timestamp]=soon'), 400, 'invalid_parameter', 'show_positions[from_timestamp]');
    expectFault(await at.ask('GET', '/v2/ports/XXXXX'), 404, 'not_found');
  });

  it('searches, and wants to know what for', async () => {
    expect((await get('?query=BLALPHA', '/v2/search')).data.map(({ attributes }: Row) => attributes['entity_type'])).to.deep.equal(['shipment', 'tracking_request']);
    expectFault(await at.ask('GET', '/v2/search'), 400, 'missing_parameter', 'query');
  });
});
