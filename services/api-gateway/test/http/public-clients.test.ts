import { expect } from 'chai';
import { PUBLIC_EVENT_NAMES } from '@landfall/shipping/public-event';
import { ALPHA, idOf } from '../fakes/world.js';
import { expectFault, rig, type Ask, type Rig } from '../harness.js';

const id = (what: string) => idOf(ALPHA, what);
const request = `/v2/tracking_requests/${id('tracking_request')}`, shipment = `/v2/shipments/${id('shipment')}`, container = `/v2/containers/${id('container')}`;
const encoded = encodeURIComponent;

// The SDK sends JSON under its plain name and asks for the same.
const json = { accept: 'application/json', 'content-type': 'application/json' };
const sent = (data: object): Ask => ({ headers: json, raw: JSON.stringify({ data }) });

type Line = readonly [client: string, method: string, path: string, ask?: Ask];

/** Requests as the clients of the original write them, recorded from their own code before this gateway. */
const RECORDED: readonly Line[] = [
  ['SDK', 'POST', '/v2/tracking_requests', sent({ type: 'tracking_request', attributes: { request_type: 'bill_of_lading', request_number: 'SDK-1', scac: 'MSCU', ref_numbers: ['R1'] } })],
  ['SDK', 'POST', '/v2/tracking_requests/infer_number', { headers: json, raw: '{"number":"MSCU1234566"}' }],
  ['SDK', 'GET', '/v2/tracking_requests', { headers: json }],
  ['SDK', 'GET', `${request}?include=${encoded('shipment,container')}`, { headers: json }],
  ['SDK', 'PATCH', request, sent({ type: 'tracking_request', id: id('tracking_request'), attributes: { ref_numbers: ['z'] } })],
  ['SDK', 'GET', `${shipment}?include=${encoded('containers,pod_terminal,port_of_lading,port_of_discharge,destination,destination_terminal')}`, { headers: json }],
  ['SDK', 'GET', '/v2/shipments?include=containers&number=BLALPHA&filter[tracking_stopped]=false&page[number]=1&page[size]=5', { headers: json }],
  ['SDK', 'PATCH', shipment, sent({ type: 'shipment', id: id('shipment'), attributes: { ref_numbers: ['A'], tags: ['b'] } })],
  ['SDK', 'PATCH', `${shipment}/stop_tracking`, sent({ type: 'shipment', id: id('shipment') })],
  ['SDK', 'PATCH', `${shipment}/resume_tracking`, sent({ type: 'shipment', id: id('shipment') })],
  ['SDK', 'GET', `${container}?include=${encoded('shipment,pod_terminal,pickup_facility,transport_events')}`, { headers: json }],
  ['SDK', 'GET', `/v2/containers?include=${encoded('shipment,pod_terminal,pickup_facility')}&page[number]=1&page[size]=100`, { headers: json }],
  ['SDK', 'GET', `${container}/transport_events?include=${encoded('location,terminal')}`, { headers: json }],
  ['SDK', 'GET', `${container}/route?include=${encoded('port,vessel,route_location')}`, { headers: json }],
  ['SDK', 'PATCH', `${container}/refresh`, { headers: json }],
  ['SDK', 'POST', `${container}/custom_fields`, sent({ type: 'custom_field', attributes: { api_slug: 'colour', value: 'red' } })],
  ['SDK', 'GET', '/v2/shipping_lines?search=msc', { headers: json }],
  ['SDK', 'GET', '/v2/search?query=BL', { headers: json }],
  ['SDK', 'POST', '/v2/webhooks', sent({ type: 'webhook', attributes: { url: 'https://shop.example/hook', active: true, events: ['container.created'], headers: [{ name: 'x-a', value: 'b' }] } })],
  ['SDK', 'GET', '/v2/webhook_notifications/examples?event=container.created', { headers: json }],
  ['CLI', 'GET', `/v2/tracking_requests?filter[status]=created&filter[request_number]=X&filter[scac]=MSCU&filter[created_at][start]=2026-01-01&filter[updated_at][end]=${encoded('2027-01-01T00:00:00Z')}&include=${encoded('shipment,container')}`, { headers: json }],
  ['Go', 'GET', `/v2/tracking_requests?${encoded('filter[status]')}=created&${encoded('filter[scac]')}=MSCU&request_number=BLALPHA&${encoded('page[number]')}=1&${encoded('page[size]')}=5`, { headers: { accept: 'application/json', 'user-agent': 'OpenAPI-Generator/1.0.0/go' } }],
  ['Go', 'POST', '/v2/webhooks', sent({ type: 'webhook', attributes: { url: 'https://shop.example/hook', events: ['*'], active: true } })],
  ['tool server', 'GET', '/v2/tracking_requests?filter[status]=created&filter[request_type]=bill_of_lading', { headers: json }],
];

describe('clients written for the original', () => {
  let at: Rig;
  before(async () => { at = await rig(); });
  after(() => at.stop());

  for (const [client, method, path, ask] of RECORDED) {
    it(`${client}: ${method} ${path.replaceAll(/[0-9a-f]{8}-[0-9a-f-]{27}/g, '{id}').slice(0, 90)} is answered [D-02] [D-05]`, async () => {
      const reply = await at.ask(method, path, ask);
      expect(reply.status, reply.bytes.toString()).to.be.within(200, 201);
    });
  }

  it('find what they ask for under their own names for it [D-05]', async () => {
    const typesOf = async (path: string) => [...new Set((await at.ask('GET', path)).json.included.map(({ type }: { type: string }) => type))];
    expect(await typesOf(`${request}?include=shipment,container`)).to.have.members(['shipment', 'container']);
    expect(await typesOf(`${container}/route?include=port,vessel,route_location`)).to.have.members(['route_location', 'port', 'vessel']);
    const found = await at.ask('GET', '/v2/tracking_requests?request_number=BLALPHA');
    expect(found.json.data.map(({ attributes }: { attributes: { request_number: string } }) => attributes.request_number)).to.deep.equal(['BLALPHA']);
    expect((await at.ask('GET', '/v2/tracking_requests?request_number=NONE')).json.data).to.deep.equal([]);
  });

  it('may ask for every event with a star, and read the names they will get [WH-02]', async () => {
    const { json: made } = await at.ask('POST', '/v2/webhooks', sent({ type: 'webhook', attributes: { url: 'https://shop.example/all', active: true, events: ['*'] } }));
    expect(made.data.attributes.events).to.have.members([...PUBLIC_EVENT_NAMES]);
    expectFault(await at.ask('POST', '/v2/webhooks', sent({ type: 'webhook', attributes: { url: 'https://shop.example/all', active: true, events: ['container.*'] } })), 422, 'invalid', '/data/attributes/events/0');
  });
});
