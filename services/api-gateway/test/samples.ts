import { idOf, places as fakePlaces } from './fakes/world.js';

export interface Sample {
  path: string;
  body?: unknown;
}

/** What the requests are about: the records of one account, and some places. */
export interface Subjects {
  id(what: string): string;
  places: { port: { id: string; code: string }; metroArea: { code: string }; terminal: { id: string }; railTerminal: { id: string }; vessel: { id: string; imo?: string | undefined } };
  /** What new numbers are asked for; owners refuse what no line would take. */
  newRequest: { request_type: string; scac: string };
}

const document = (type: string, attributes: unknown, more: object = {}) => ({ data: { type, attributes, ...more } });

/** One sound request for each route, as an account would make it about its own records. */
export const samplesOf = ({ id, places, newRequest }: Subjects): Record<string, Sample> => {
  const shipment = `/v2/shipments/${id('shipment')}`, container = `/v2/containers/${id('container')}`, request = `/v2/tracking_requests/${id('tracking_request')}`;
  const definition = `/v2/custom_field_definitions/${id('definition')}`, webhook = `/v2/webhooks/${id('webhook')}`, notification = `/v2/webhook_notifications/${id('notification')}`;
  const role = document('party_role', { role: 'consignee' }, { relationships: { party: { data: { type: 'party', id: id('party') } } } });
  const value = { api_slug: 'colour', value: 'red' };
  const of = (what: string, base: string): Record<string, Sample> => ({
    [`list${what}PartyRoles`]: { path: `${base}/party_roles` },
    [`add${what}PartyRole`]: { path: `${base}/party_roles`, body: role },
    [`list${what}CustomFields`]: { path: `${base}/custom_fields` },
    [`set${what}CustomField`]: { path: `${base}/custom_fields`, body: document('custom_field', value) },
    [`update${what}CustomField`]: { path: `${base}/custom_fields/colour`, body: document('custom_field', { value: 'blue' }) },
    [`delete${what}CustomField`]: { path: `${base}/custom_fields/colour` },
    [`remove${what}PartyRole`]: { path: `${base}/party_roles/${id(`${what}_party_role`)}` },
  });
  return {
    listTrackingRequests: { path: '/v2/tracking_requests' },
    getTrackingRequest: { path: request },
    createTrackingRequest: { path: '/v2/tracking_requests', body: document('tracking_request', { ...newRequest, request_number: 'SAMPLE-1' }) },
    createTrackingRequests: { path: '/v2/tracking_requests/bulk', body: { data: [{ type: 'tracking_request', attributes: { ...newRequest, request_number: 'SAMPLE-2' } }] } },
    inferNumber: { path: '/v2/tracking_requests/infer_number', body: { number: 'MSCU1234566' } },
    updateTrackingRequest: { path: request, body: document('tracking_request', { ref_numbers: ['A'] }) },
    cancelTrackingRequest: { path: `/v2/tracking_requests/${id('pending_request')}/cancel` },
    listShipments: { path: '/v2/shipments' },
    getShipment: { path: shipment },
    listShipmentSources: { path: `${shipment}/sources` },
    explainShipment: { path: `${shipment}/explain` },
    updateShipment: { path: shipment, body: document('shipment', { ref_numbers: ['A'], tags: ['b'] }) },
    stopTracking: { path: `${shipment}/stop_tracking`, body: { data: { type: 'shipment', id: id('shipment') } } },
    resumeTracking: { path: `${shipment}/resume_tracking` },
    listContainers: { path: '/v2/containers' },
    getContainer: { path: container },
    listTransportEvents: { path: `${container}/transport_events` },
    listRawEvents: { path: `${container}/raw_events` },
    getContainerMap: { path: `${container}/map_geojson` },
    getContainerRoute: { path: `${container}/route` },
    listContainerSources: { path: `${container}/sources` },
    explainContainer: { path: `${container}/explain` },
    updateContainerByBody: { path: '/v2/containers', body: document('container', { ref_numbers: ['A'] }, { id: id('container') }) },
    updateContainer: { path: container, body: document('container', { ref_numbers: ['A'] }) },
    refreshContainer: { path: `${container}/refresh` },
    listPorts: { path: '/v2/ports' },
    getPort: { path: `/v2/ports/${places.port.code}` },
    listMetroAreas: { path: '/v2/metro_areas' },
    getMetroArea: { path: `/v2/metro_areas/${places.metroArea.code}` },
    listTerminals: { path: '/v2/terminals' },
    getTerminal: { path: `/v2/terminals/${places.terminal.id}` },
    listRailTerminals: { path: '/v2/rail_terminals' },
    getRailTerminal: { path: `/v2/rail_terminals/${places.railTerminal.id}` },
    listShippingLines: { path: '/v2/shipping_lines' },
    getShippingLine: { path: '/v2/shipping_lines/MSCU' },
    listVessels: { path: '/v2/vessels' },
    getVessel: { path: `/v2/vessels/${places.vessel.imo ?? ''}` },
    getVesselFuturePositions: { path: `/v2/vessels/${places.vessel.imo ?? ''}/future_positions?port_id=${places.port.id}&previous_port_id=${places.port.id}` },
    getVesselFuturePositionsFrom: { path: `/v2/vessels/${places.vessel.id}/future_positions_with_coordinates?port_id=${places.port.id}&previous_port_id=${places.port.id}&latitude=30.5&longitude=-140.25` },
    listParties: { path: '/v2/parties' },
    getParty: { path: `/v2/parties/${id('party')}` },
    createParty: { path: '/v2/parties', body: document('party', { company_name: 'New Company' }) },
    updateParty: { path: `/v2/parties/${id('party')}`, body: document('party', { company_name: 'Renamed' }) },
    ...of('Shipment', shipment),
    ...of('Container', container),
    ...of('TrackingRequest', request),
    listCustomFieldDefinitions: { path: '/v2/custom_field_definitions' },
    getCustomFieldDefinition: { path: definition },
    createCustomFieldDefinition: { path: '/v2/custom_field_definitions', body: document('custom_field_definition', { entity_type: 'Shipment', api_slug: 'size', display_name: 'Size', data_type: 'number', validation: { min: 1 } }) },
    updateCustomFieldDefinition: { path: definition, body: document('custom_field_definition', { display_name: 'Color' }) },
    listCustomFieldOptions: { path: `${definition}/options` },
    getCustomFieldOption: { path: `${definition}/options/${id('option')}` },
    createCustomFieldOption: { path: `${definition}/options`, body: document('custom_field_option', { label: 'Blue', value: 'blue' }) },
    updateCustomFieldOption: { path: `${definition}/options/${id('option')}`, body: document('custom_field_option', { label: 'Dark red' }) },
    deleteCustomFieldOption: { path: `${definition}/options/${id('option')}` },
    listCustomFields: { path: '/v2/custom_fields' },
    getCustomField: { path: `/v2/custom_fields/${id('field')}` },
    createCustomField: { path: '/v2/custom_fields', body: document('custom_field', value, { relationships: { entity: { data: { type: 'shipment', id: id('shipment') } } } }) },
    updateCustomField: { path: `/v2/custom_fields/${id('field')}`, body: document('custom_field', { value: 'green' }) },
    deleteCustomField: { path: `/v2/custom_fields/${id('field')}` },
    deleteCustomFieldDefinition: { path: definition },
    search: { path: '/v2/search?query=BL' },
    listWebhooks: { path: '/v2/webhooks' },
    getWebhook: { path: webhook },
    listWebhookEvents: { path: '/v2/webhooks/events' },
    createWebhook: { path: '/v2/webhooks', body: document('webhook', { url: 'https://shop.example/hook', active: true, events: ['container.created'], headers: [{ name: 'X-A', value: 'b' }] }) },
    updateWebhook: { path: webhook, body: document('webhook', { events: ['container.created', 'container.updated'] }) },
    rotateWebhookSecret: { path: `${webhook}/rotate_secret` },
    replayWebhook: { path: `${webhook}/replay`, body: { after_sequence: 0 } },
    triggerWebhook: { path: '/v2/webhooks/trigger', body: { url: 'https://shop.example/hook', event: 'container.created' } },
    listWebhookIps: { path: '/v2/webhooks/ips' },
    deleteWebhook: { path: webhook },
    listWebhookNotifications: { path: '/v2/webhook_notifications' },
    getWebhookNotification: { path: notification },
    redeliverNotification: { path: `${notification}/redeliver` },
    listWebhookNotificationExamples: { path: '/v2/webhook_notifications/examples' },
    listEvents: { path: '/v2/events' },
    streamEvents: { path: '/v2/events/stream' },
    getCredential: { path: '/v2/me' },
    listApiKeys: { path: '/v2/api_keys' },
    getApiKey: { path: `/v2/api_keys/${id('api_key')}` },
    createApiKey: { path: '/v2/api_keys', body: document('api_key', { name: 'CI', scopes: ['read'] }) },
    readSandboxClock: { path: '/v2/sandbox/clock' },
    setSandboxClock: { path: '/v2/sandbox/clock', body: { advance: 'P3D' } },
    revokeApiKey: { path: `/v2/api_keys/${id('api_key')}` },
  };
};

export const samplesFor = (account: string): Record<string, Sample> =>
  samplesOf({ id: (what) => idOf(account, what), places: fakePlaces, newRequest: { request_type: 'container', scac: 'MSCU' } });

/** Removals last, so that the others still find what they are about; streams have tests of their own. */
export const inOrder = <Route extends { method: string; name: string }>(routes: readonly Route[]): Route[] =>
  [...routes].filter(({ name }) => name !== 'streamEvents').sort((a, b) => Number(a.method === 'delete') - Number(b.method === 'delete') || Number(a.name.endsWith('Definition')) - Number(b.name.endsWith('Definition')));
