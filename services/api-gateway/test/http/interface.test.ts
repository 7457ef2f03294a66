import { expect } from 'chai';
import { ALPHA, idOf, places } from '../fakes/world.js';
import { rig, type Rig } from '../harness.js';

interface Row {
  id: string;
  type: string;
  attributes: Record<string, unknown>;
}

const id = (what: string) => idOf(ALPHA, what);
const ORIGIN = 'http://gateway.test';

/** The sentences of interface.md about single addresses, each as a caller would see it. */
describe('the interface', () => {
  let at: Rig;
  before(async () => { at = await rig(); });
  after(() => at.stop());

  const read = async (path: string) => (await at.ask('GET', `/v2${path}`)).json;
  const edit = async (path: string, type: string, attributes: object, more: object = {}) => (await at.ask('PATCH', `/v2${path}`, { body: { data: { type, attributes, ...more } } })).json;

  it('lists tracking requests, newest first, with what they track [TR-04]', async () => {
    const { data, included } = await read('/tracking_requests');
    expect(data.map(({ type }: Row) => type)).to.deep.equal(['tracking_request', 'tracking_request']);
    expect(included.map(({ type }: Row) => type)).to.deep.equal(['shipment']);
  });

  it('reads one with its shipment, or with the relations that include names [TR-05]', async () => {
    const path = `/tracking_requests/${id('tracking_request')}`;
    expect((await read(path)).included.map((row: Row) => row.id)).to.deep.equal([id('shipment')]);
    expect((await read(`${path}?include=tracked_object,customer`)).included.map(({ type }: Row) => type)).to.have.members(['shipment', 'party']);
  });

  it('pages shipments and includes containers, ports and terminals [SH-01]', async () => {
    const list = await read(`/shipments?include=${encodeURIComponent('containers,port_of_discharge,pod_terminal')}&page[number]=1&page[size]=1`);
    expect(list.data.map((row: Row) => row.id)).to.deep.equal([id('shipment')]);
    expect(list.meta).to.deep.equal({ size: 1, total: 1 });
    expect(new Set(list.included.map(({ type }: Row) => type))).to.deep.equal(new Set(['container', 'port', 'terminal']));
  });

  it('hands the owner of shipments what number, q and the filter say, each as itself [SH-01]', async () => {
    const { list } = at.world.shipments;
    const asked: unknown[] = [];
    at.world.shipments.list = (input) => {
      asked.push({ q: (input as { q?: string }).q, filters: input.filters });
      return list({ ...input, filters: [] });
    };
    await read('/shipments?number=MBL1&q=ref-7&filter[tracking_stopped]=true');
    at.world.shipments.list = list;
    expect(asked).to.deep.equal([{ q: 'ref-7', filters: [{ field: 'tracking_stopped', op: 'eq', values: ['true'] }, { field: 'number', op: 'eq', values: ['MBL1'] }] }]);
  });

  it('answers an edit of a request, a shipment or a container with the record [TR-06] [SH-02] [CT-02]', async () => {
    const request = await edit(`/tracking_requests/${id('tracking_request')}`, 'tracking_request', { ref_numbers: ['T'] });
    const shipment = await edit(`/shipments/${id('shipment')}`, 'shipment', { ref_numbers: ['S'], tags: ['late'] });
    const container = await edit('/containers', 'container', { ref_numbers: ['C'] }, { id: id('container') });
    expect([request, shipment, container].map(({ data }) => [data.type, data.id, data.attributes.ref_numbers])).to.deep.equal([
      ['tracking_request', id('tracking_request'), ['T']], ['shipment', id('shipment'), ['S']], ['container', id('container'), ['C']],
    ]);
    expect(shipment.data.attributes.tags).to.deep.equal(['late']);
  });

  it('reads a container under links.self, the query as it was sent [CT-01]', async () => {
    const path = `/containers/${id('container')}?include=shipment%2Cpod_terminal`;
    const { data, links } = await read(path);
    expect([data.type, data.id, links.self]).to.deep.equal(['container', id('container'), `${ORIGIN}/v2${path}`]);
  });

  it('reads a terminal and tells which port it belongs to [TE-01]', async () => {
    const { data, links } = await read(`/terminals/${places.terminal.id}`);
    expect([data.type, data.id, links.self]).to.deep.equal(['terminal', places.terminal.id, `${ORIGIN}/v2/terminals/${places.terminal.id}`]);
    expect(data.relationships.port.data).to.deep.equal({ type: 'port', id: places.terminal.portId });
  });

  it('pages from 1 by 30 unless told otherwise, and says size, total and the ways on [PG-01]', async () => {
    const row = at.world.shipments.get({ accountId: ALPHA, id: id('shipment') });
    for (let n = 0; n < 64; n += 1) at.world.shipments.put({ ...row, id: id(`more ${n}`) });
    const first = await read('/shipments');
    expect(first.data).to.have.length(30);
    expect(first.meta).to.deep.equal({ size: 30, total: 65 });
    const page = (number: number) => `${ORIGIN}/v2/shipments?page[number]=${number}`;
    expect(first.links).to.deep.equal({ self: `${ORIGIN}/v2/shipments`, current: page(1), first: page(1), prev: null, next: page(2), last: page(3) });
    expect((await read('/shipments?page[number]=3')).data).to.have.length(5);
    expect((await read('/shipments?page[number]=2&page[size]=40')).meta).to.deep.equal({ size: 40, total: 65 });
  });
});
