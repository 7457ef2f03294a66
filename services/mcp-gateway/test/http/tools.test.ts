import { expect } from 'chai';
import type { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { ALPHA, idOf, KEYS, places } from '../fakes/world.js';
import { rig, type Rig } from '../harness.js';
import { snapshotOf } from '../snapshot.js';

const container = idOf(ALPHA, 'container', 1);
const shipment = idOf(ALPHA, 'shipment', 1);

/** One sound call of each tool. */
const CALLS: Record<string, Record<string, unknown>> = {
  search_container: { query: 'ALPH000001' },
  track_container: { number: 'ALPH000001' },
  get_container: { id: container },
  get_shipment_details: { id: shipment },
  get_container_transport_events: { id: container },
  get_supported_shipping_lines: { search: 'medi' },
  get_container_route: { id: container },
  list_shipments: {},
  list_containers: {},
  list_tracking_requests: {},
  explain_container: { id: container },
  what_changed: { since: '2026-01-01' },
};

interface Called {
  text: string;
  isError: boolean;
  json: any; // eslint-disable-line @typescript-eslint/no-explicit-any
  content: { type: string; uri?: string }[];
}

const call = async (client: Client, name: string, args: Record<string, unknown>): Promise<Called> => {
  const result = (await client.callTool({ name, arguments: args })) as { content: { type: string; text: string }[]; isError?: boolean; structuredContent?: unknown };
  return { text: result.content[0]!.text, isError: result.isError === true, json: result.structuredContent, content: result.content };
};

describe('the tools', () => {
  let r: Rig;
  let client: Client;

  before(async () => {
    r = await rig();
    client = await r.client();
  });
  after(() => r.stop());

  it('are the ten of the interface and two more, each with a described, strict input, an output schema and explicit hints [MC-02]', async () => {
    const { tools } = await client.listTools();
    expect(tools.map(({ name }) => name)).to.deep.equal(Object.keys(CALLS));
    for (const { name, inputSchema, outputSchema, annotations, description } of tools) {
      expect(description, name).to.be.a('string').with.length.below(2_048);
      expect(inputSchema['additionalProperties'], name).to.equal(false);
      for (const [property, schema] of Object.entries(inputSchema.properties ?? {})) expect((schema as { description?: string }).description, `${name}.${property}`).to.be.a('string');
      expect(outputSchema?.type, name).to.equal('object');
      expect(annotations, name).to.have.all.keys('readOnlyHint', 'destructiveHint', 'idempotentHint', 'openWorldHint');
      expect(annotations?.readOnlyHint, name).to.equal(name !== 'track_container');
    }
  });

  it('cost a model at most 400 tokens each and 4,000 in all before it asks anything [MC-02]', async () => {
    const { tools } = await client.listTools();
    // Schemas are prose and punctuation: four characters a token, as the measured servers were counted.
    const costs = tools.map((tool) => [tool.name, Math.ceil(JSON.stringify(tool).length / 4)] as const);
    expect(costs.filter(([, tokens]) => tokens > 400)).to.deep.equal([]);
    expect(costs.reduce((sum, [, tokens]) => sum + tokens, 0)).to.be.at.most(4_000);
  });

  it('are told as they were: a changed name, schema or hint is a decision [MC-02]', async () => {
    const { kept, now } = snapshotOf((await client.listTools()).tools);
    expect(now).to.deep.equal(kept);
  });

  for (const [name, args] of Object.entries(CALLS)) {
    it(`${name} answers mapped, raw and both in both eras, and text and structure are the same [MC-05]`, async () => {
      for (const format of [undefined, 'mapped', 'raw', 'both']) {
        const given = { ...args, ...(format !== undefined && { format }) };
        const old = await call(client, name, given);
        expect(old.isError, old.text).to.equal(false);
        expect(JSON.parse(old.text)).to.deep.equal(old.json);
        const { status, body } = await r.modern('tools/call', { name, arguments: given });
        expect([status, body.result.resultType, body.result.structuredContent]).to.deep.equal([200, 'complete', old.json]);
        if (format === 'raw') expect(old.json).to.have.property('data');
        if (format === 'both') expect(Object.keys(old.json)).to.have.members(['raw', 'mapped']);
      }
    });

    it(`${name} answers within 2,000 tokens unless more is asked for [MC-02]`, async () => {
      const { text } = await call(client, name, args);
      expect(text.length / 3).to.be.at.most(2_000);
    });
  }

  it('resolve ids to names, with one batch call a type for a whole page [MC-05]', async () => {
    r.calls.length = 0;
    const { json, content } = await call(client, 'list_containers', { include: ['shipment', 'pod_terminal'] });
    expect(json.containers[0]).to.include({ number: 'ALPH000001', line: 'MSCU', billOfLading: 'ALPHABL1', podTerminal: places.terminal.nickname || places.terminal.name });
    expect(json.containers[0].shipment.id).to.equal(shipment);
    expect(r.calls.filter((name) => name !== 'authenticate').sort()).to.deep.equal(['batchGetShipments', 'batchGetTerminals', 'listContainers']);
    expect(content.filter(({ type }) => type === 'resource_link').map(({ uri }) => uri)).to.include(`landfall://container/${container}`);
  });

  it('ask for nothing twice, also when one answer tells of a container and of its events [MC-05]', async () => {
    r.calls.length = 0;
    await call(client, 'get_container', { id: container });
    expect(r.calls.filter((name) => name !== 'authenticate').sort()).to.deep.equal(['batchGetShipments', 'batchGetTerminals', 'getContainer']);
    r.calls.length = 0;
    await call(client, 'get_container', { id: container, include: ['shipment', 'pod_terminal', 'transport_events'] });
    const asked = r.calls.filter((name) => name !== 'authenticate').sort();
    expect(asked).to.deep.equal(['batchGetPorts', 'batchGetShipments', 'batchGetTerminals', 'batchGetTransportEvents', 'batchGetVessels', 'getContainer']);
  });

  it('say how many rows are left and which page to pass, and the page is there [MC-02]', async () => {
    const first = await call(client, 'list_containers', {});
    expect([first.json.containers.length, first.json.total, first.json.more]).to.deep.equal([10, 12, '2 more, pass page 2']);
    const second = await call(client, 'list_containers', { page: 2 });
    expect([second.json.containers.length, second.json.more]).to.deep.equal([2, undefined]);
  });

  it('cut an answer that would be too long at 8,000 tokens and say what to ask instead [MC-02]', async () => {
    const { json, text } = await call(client, 'list_containers', { format: 'raw', include: ['shipment', 'transport_events'], page_size: 50 });
    expect(text.length / 3).to.be.at.most(8_000);
    expect(json.data.length).to.be.within(1, 11);
    expect(json.meta.note).to.match(/Ask again with page_size \d+/);
  });

  const numbers = ({ json }: Called) => (json.containers ?? json.shipments).map((row: { number?: string; billOfLading: string }) => row.number ?? row.billOfLading);

  it('honour status, port, carrier, updated_after and paging [MC-02]', async () => {
    expect(numbers(await call(client, 'list_containers', { status: 'available', page_size: 3 }))).to.deep.equal(['ALPH000002', 'ALPH000004', 'ALPH000006']);
    expect(numbers(await call(client, 'list_containers', { updated_after: '2026-01-11', page_size: 50 }))).to.deep.equal(['ALPH0000011', 'ALPH0000012']);
    expect(numbers(await call(client, 'list_shipments', { port: 'USOAK' }))).to.deep.equal(['ALPHABL3', 'ALPHABL6', 'ALPHABL9', 'ALPHABL12']);
    expect(numbers(await call(client, 'list_shipments', { carrier: 'Mediterranean', page_size: 2, page: 2 }))).to.deep.equal(['ALPHABL5', 'ALPHABL7']);
    expect((await call(client, 'list_shipments', { include_containers: true })).json.shipments[0].containers).to.deep.equal(['ALPH000001: on_ship']);
    expect((await call(client, 'list_tracking_requests', { status: 'failed' })).json.trackingRequests).to.have.length(1);
    expect((await call(client, 'list_tracking_requests', { filters: { scac: 'MAEU' }, request_type: 'container' })).json.trackingRequests[0].failedReason).to.equal('not_found');
  });

  it('list shipments by how far they have come, in the words that their rows use [MC-02]', async () => {
    const far = [{}, { polAtdAt: new Date() }, { polAtdAt: new Date(), podAtaAt: new Date() }, { podAtaAt: new Date(), destinationAtaAt: new Date() }];
    const before = { polAtdAt: undefined, podAtaAt: undefined, destinationAtaAt: undefined };
    r.world.shipments.of(ALPHA).forEach((row, n) => Object.assign(row, before, far[n % far.length]));
    const seen: string[] = [];
    for (const status of ['awaiting_departure', 'in_transit', 'arrived_at_pod', 'delivered_to_destination']) {
      const { json } = await call(client, 'list_shipments', { status });
      expect(json.shipments.map((row: { status: string }) => row.status), status).to.deep.equal([status, status, status]);
      seen.push(...json.shipments.map(({ id }: { id: string }) => id));
    }
    expect(new Set(seen).size).to.equal(12);
  });

  it('refuse what they do not know and name what is allowed and what to call [MC-02]', async () => {
    const refused = async (name: string, args: Record<string, unknown>) => {
      const { text, isError } = await call(client, name, args);
      expect(isError, text).to.equal(true);
      return text;
    };
    expect(await refused('list_containers', { statuss: 'x' })).to.contain('Allowed: status, port, carrier');
    expect(await refused('list_containers', { status: 'x' })).to.contain('"on_ship"|');
    expect(await refused('list_containers', { port: 'Atlantis' })).to.contain('UN/LOCODE');
    expect(await refused('list_shipments', { carrier: 'nobody' })).to.contain('get_supported_shipping_lines');
    expect(await refused('list_tracking_requests', { filters: { colour: 'red' } })).to.contain('Allowed: status, request_type');
    expect(await refused('get_container', { id: ALPHA })).to.contain('search_container');
    expect(await refused('get_container', { id: 'x' })).to.match(/uuid/i);
    expect(await refused('track_container', { number: 'AMBIGUOUS' })).to.contain('MSCU (MSC), MAEU (Maersk)');
    expect(await refused('track_container', { number: 'N1', numberType: 'container', scac: 'ZZZZ' })).to.contain('ZZZZ');
  });

  it('answer an unknown tool with -32602 [MC-02]', async () => {
    const { body } = await r.modern('tools/call', { name: 'drop_everything', arguments: {} });
    expect(body.error.code).to.equal(-32_602);
  });

  it('track a new number once, and show it instead of asking again [MC-02]', async () => {
    const first = await call(client, 'track_container', { number: 'FRESH1', refNumbers: ['PO-1'] });
    expect([first.json.trackingRequestCreated, first.json.trackingRequest.scac, first.json.trackingRequest.refNumbers]).to.deep.equal([true, 'MSCU', ['PO-1']]);
    const again = await call(client, 'track_container', { number: 'FRESH1' });
    expect([again.json.trackingRequestCreated, again.json.trackingRequest.id]).to.deep.equal([false, first.json.trackingRequest.id]);
    const known = await call(client, 'track_container', { number: 'ALPH000001' });
    expect([known.json.trackingRequestCreated, known.json.container.number]).to.deep.equal([false, 'ALPH000001']);
  });

  it('explain who said a fact and what it displaced, and name the fields that are known [MC-02]', async () => {
    const { json } = await call(client, 'explain_container', { id: container, field: 'pickup_lfd' });
    expect(json.fields[0]).to.deep.include({ field: 'pickup_lfd', value: '2026-01-09T00:00:00Z', source: 'terminal: LBCT' });
    expect(json.fields[0].before[0]).to.include({ value: '2026-01-08T00:00:00Z', source: 'shipping_line' });
    expect((await call(client, 'explain_container', { id: container, field: 'colour' })).text).to.contain('Known: pickup_lfd');
  });

  it('tell what changed, the most urgent first, each with its place in the event log [MC-02]', async () => {
    const { json } = await call(client, 'what_changed', { after_sequence: 2, page_size: 3 });
    expect(json.events.map((event: { urgency: string; sequence: number; container: string }) => [event.urgency, event.sequence, event.container])).to.deep.equal([['act now', 12, 'ALPH0000012'], ['act now', 8, 'ALPH000008'], ['act now', 4, 'ALPH000004']]);
    expect([json.total, json.lastSequence, json.more]).to.deep.equal([10, 12, '7 less urgent events: pass page_size 10']);
    const one = await call(client, 'what_changed', { since: '2026-01-01T00:00:00Z', container_id: container });
    expect(one.json.events.map(({ sequence }: { sequence: number }) => sequence)).to.deep.equal([1]);
    expect((await call(client, 'what_changed', { since: '2026-01-01', after_sequence: 1 })).text).to.contain('not both');
  });

  it('let a key that may only read do nothing else [MC-02]', async () => {
    const reader = await r.client(KEYS.reader);
    expect((await call(reader, 'get_container', { id: container })).isError).to.equal(false);
    const { text, isError } = await call(reader, 'track_container', { number: 'READER1' });
    expect([isError, text.includes('scope write')]).to.deep.equal([true, true]);
    expect(r.world.requests.of(ALPHA).some(({ requestNumber }) => requestNumber === 'READER1')).to.equal(false);
  });
});
