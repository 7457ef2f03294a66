import { localServer, type LocalServer } from '@landfall/testkit/local-server';
import { until } from '@landfall/testkit/until';
import { expect } from 'chai';
import { jsonApiFaults } from '../../../packages/resources/test/json-api.js';
import { contractFaults, routes } from '../../../services/api-gateway/test/contract.js';
import { generatedRequests } from '../../../services/api-gateway/test/generated-request.js';
import { inOrder, samplesOf, type Sample } from '../../../services/api-gateway/test/samples.js';
import { linked, type Resource } from '../harness/client.js';
import { INTERFACE, interfaceFaults } from '../harness/interface-fields.js';
import { landfall, type Landfall } from '../harness/landfall.js';

const WITHIN_MS = 120_000;
const EVERY_EVENT = ['*'];
/** More with FUZZ_REQUESTS; the seed makes the small run the same every time. */
const GENERATED = Number(process.env['FUZZ_REQUESTS'] ?? '300');
const SEED = Number(process.env['FUZZ_SEED'] ?? '20261121');

// The limits have tests of their own; here they would only hide what stands behind them.
const UNLIMITED = { RATE_LIMIT_OTHER: '1000000', RATE_LIMIT_TRACKING_REQUESTS: '1000000', RATE_LIMIT_INFER: '1000000', RATE_LIMIT_REFRESH: '1000000' };

type Route = (typeof routes)[number];

const CITED: Readonly<Record<string, string>> = {
  tracking_request: '[TR-04] [TR-05] [TR-06]', shipment: '[SH-01] [SH-02] [SH-05]', container: '[CT-01] [CT-02] [CT-06]', transport_event: '[CT-03]', raw_event: '[CT-04]',
  terminal: '[TE-01]', vessel: '[VE-01]', webhook: '[WH-02]', webhook_notification: '[WH-03]',
};

interface Answer {
  status: number;
  headers: Headers;
  json: { data: Resource & Resource[]; included?: Resource[] };
}

const resource = (type: string, attributes: object, relationships?: object) => ({ data: { type, attributes, ...(relationships && { relationships }) } });

describe('every route over the real services', () => {
  let running: Landfall;
  let shop: LocalServer;
  let origin: string;
  let key: string;
  let samples: Record<string, Sample>;
  /** Everything that was shown, by type. */
  const shown = new Map<string, Resource[]>();

  const ask = async (method: string, path: string, body?: unknown, more: Record<string, string> = {}): Promise<Answer> => {
    const headers = { authorization: `Token ${key}`, 'content-type': 'application/vnd.api+json', ...more };
    const response = await fetch(`${origin}${path}`, { method, headers, ...(body !== undefined && { body: JSON.stringify(body) ?? '' }) });
    const text = await response.text();
    const json = text === '' ? undefined : (JSON.parse(text) as Answer['json']);
    const type = response.headers.get('content-type');
    const about = `${method} ${path} → ${response.status} ${text.slice(0, 400)}`;
    if (response.status !== 304) expect(contractFaults(method, path, response.status, type, json), about).to.deep.equal([]);
    if (method !== 'HEAD' && type === 'application/vnd.api+json') expect(jsonApiFaults(json, path.includes('fields')), about).to.deep.equal([]);
    return { status: response.status, headers: response.headers, json: json as Answer['json'] };
  };

  const keep = ({ json }: Answer) => {
    for (const row of [json?.data ?? [], json?.included ?? []].flat()) if (row.attributes !== undefined) shown.set(row.type, [...(shown.get(row.type) ?? []), row]);
  };

  const make = async (path: string, body: object): Promise<Resource> => {
    const { status, json } = await ask('POST', `/v2${path}`, body);
    expect(status, JSON.stringify(json)).to.equal(201);
    return json.data;
  };

  const request = (number: string, more: object = {}) => make('/tracking_requests', resource('tracking_request', { request_type: 'bill_of_lading', request_number: number, scac: 'TEST' }, more));

  /** A rail journey, played until the box is back: by then every field that the interface has was set once. */
  const journey = async (requestId: string): Promise<{ shipment: Resource; container: Resource }> => {
    const ended = await until('the journey has ended', async () => {
      const { json } = await ask('GET', `/v2/tracking_requests/${requestId}`);
      return json.data.attributes['status'] === 'tracking_stopped' && json.data;
    }, WITHIN_MS, 500);
    const shipment = (await ask('GET', `/v2/shipments/${linked(ended, 'tracked_object')[0]!.id}?include=containers`)).json;
    return { shipment: shipment.data, container: shipment.included!.find(({ type }) => type === 'container')! };
  };

  const annotations = async (shipmentId: string, containerId: string, requestId: string) => {
    const entities = [['Shipment', 'shipments', shipmentId], ['Container', 'containers', containerId], ['TrackingRequest', 'tracking_requests', requestId]] as const;
    const ids: Record<string, string> = {};
    const define = (entityType: string, slug: string, dataType: string) => make('/custom_field_definitions', resource('custom_field_definition', { entity_type: entityType, api_slug: slug, display_name: slug, data_type: dataType }));
    ids['party'] = (await make('/parties', resource('party', { company_name: 'Harbour Trade' }))).id;
    for (const [entity, path, id] of entities) {
      await define(entity, 'colour', 'short_text');
      ids[`${entity}_party_role`] = (await make(`/${path}/${id}/party_roles`, resource('party_role', { role: 'shipper' }, { party: { data: { type: 'party', id: ids['party'] } } }))).id;
    }
    ids['definition'] = (await define('Shipment', 'paint', 'enum')).id;
    ids['option'] = (await make(`/custom_field_definitions/${ids['definition']}/options`, resource('custom_field_option', { label: 'Red', value: 'red' }))).id;
    await define('Shipment', 'weight', 'short_text');
    ids['field'] = (await make('/custom_fields', resource('custom_field', { api_slug: 'weight', value: 'heavy' }, { entity: { data: { type: 'shipment', id: shipmentId } } }))).id;
    return ids;
  };

  const someId = async (path: string, is: (row: Resource) => boolean = () => true): Promise<Resource> => {
    const { json } = await ask('GET', `/v2${path}`);
    return json.data.find(is)!;
  };

  const prepare = async (): Promise<Record<string, Sample>> => {
    const webhook = await make('/webhooks', resource('webhook', { url: shop.url, active: true, events: EVERY_EVENT, headers: [{ name: 'X-Shop', value: '1' }] }));
    const made = await request('TEST-RAIL-SURFACE');
    const { shipment, container } = await journey(made.id);
    // Halted, so that the number is still awaited when its request is cancelled.
    await ask('POST', '/v2/sandbox/clock', { pause: true });
    const pending = await request('TEST-AWAITING-SURFACE');
    const notification = await until('a notification is kept', () => someId('/webhook_notifications'));
    const ids: Record<string, string> = { shipment: shipment.id, container: container.id, tracking_request: made.id, pending_request: pending.id, webhook: webhook.id, notification: notification.id, ...(await annotations(shipment.id, container.id, made.id)) };
    ids['api_key'] = (await make('/api_keys', resource('api_key', { name: 'to be revoked', scopes: ['read'] }))).id;
    const port = (await ask('GET', `/v2/ports/${linked(shipment, 'port_of_discharge')[0]!.id}`)).json.data;
    const vessel = (await ask('GET', `/v2/containers/${container.id}/raw_events`)).json.included!.find(({ type }) => type === 'vessel')!;
    return samplesOf({
      id: (what) => ids[what] ?? expect.fail(`nothing stands for ${what}`),
      newRequest: { request_type: 'bill_of_lading', scac: 'TEST' },
      places: {
        port: { id: port.id, code: String(port.attributes['code']) }, metroArea: { code: 'USCHI' }, terminal: { id: linked(shipment, 'pod_terminal')[0]!.id },
        railTerminal: { id: (await someId('/rail_terminals')).id }, vessel: { id: vessel.id, imo: String(vessel.attributes['imo']) },
      },
    });
  };

  before(async function () {
    this.timeout(300_000);
    running = await landfall({ env: UNLIMITED });
    shop = await localServer((_, res) => res.writeHead(204).end());
    const made = await running.call('POST', '/api_keys', resource('api_key', { name: 'surface', scopes: ['read', 'write', 'webhooks:write', 'admin'] }));
    origin = new URL((made as unknown as { links: { self: string } }).links.self).origin;
    key = String(made.data.attributes['secret']);
    // Five days a second: the journey is over in a quarter of a minute.
    await ask('POST', '/v2/sandbox/clock', { speed: 432_000 });
    samples = await prepare();
  });
  after(async () => {
    await running.stop();
    await shop.stop();
  });

  const answers = ({ name, method, status, says }: Route) =>
    it(`${name}: ${says} [D-01] [D-16]`, async () => {
      const { path, body } = samples[name]!;
      const answer = await ask(method.toUpperCase(), path, body);
      expect(answer.status, JSON.stringify(answer.json)).to.equal(status ?? 200);
      keep(answer);
    });

  for (const route of inOrder(routes).filter(({ method }) => method !== 'delete')) answers(route);

  describe('shows what interface.md promises', () => {
    for (const type of Object.keys(INTERFACE)) {
      it(`${type}: each field in its kind, each relationship to its type ${CITED[type] ?? ''}`, async () => {
        const rows = shown.get(type) ?? [];
        expect(rows, `no ${type} was shown`).to.not.deep.equal([]);
        expect([...new Set(rows.flatMap((row) => interfaceFaults(row as never)))]).to.deep.equal([]);
      });
    }
  });

  it(`${GENERATED} generated requests: no 5xx and nothing that is not described [D-08] [D-16]`, async function fuzz() {
    this.timeout(1_800_000);
    for (const { method, path, query, body, headers } of generatedRequests(samples, key, GENERATED, SEED)) {
      if (method === 'DELETE') continue;
      const isBodiless = method === 'GET' || method === 'HEAD';
      const target = query === '' ? path : `${path}?${query}`;
      const { status, json } = await ask(method, target, isBodiless ? undefined : body, headers);
      expect(status, `${method} ${target} ${JSON.stringify(body)} ${JSON.stringify(headers)} → ${JSON.stringify(json)}`).to.be.below(500);
    }
  });

  for (const route of inOrder(routes).filter(({ method }) => method === 'delete')) answers(route);
});
