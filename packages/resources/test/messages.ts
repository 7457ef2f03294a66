import { EstimatedEvent, ContainerCreatedEvent, ContainerPodTerminalChangedEvent, ContainerUpdatedEvent } from '@landfall/contracts/gen/notice/v1/notice';
import { InferNumberResponse, Source } from '@landfall/contracts/gen/event_ingest/v1/event_ingest';
import { Account, ApiKey, Principal, User } from '@landfall/contracts/gen/oauth/v1/oauth';
import { CustomField, CustomFieldDefinition, CustomFieldOption, Party, PartyRole } from '@landfall/contracts/gen/shipment/v1/annotation';
import { MetroArea, Port, RailTerminal, ShippingLine, Terminal, Vessel } from '@landfall/contracts/gen/shipment/v1/place';
import { Container, Explanation, RawEvent, Route, RouteLocation, SearchHit, Shipment, TransportEvent } from '@landfall/contracts/gen/shipment/v1/shipment';
import { TrackingRequest } from '@landfall/contracts/gen/tracking_request/v1/tracking_request';
import { Attempt, Event, Notification, Webhook } from '@landfall/contracts/gen/webhook_dispatch/v1/webhook_dispatch';

interface Codec {
  encode(message: never): { finish(): Uint8Array };
  decode(bytes: Uint8Array): object;
  fromPartial(partial: never): object;
}

type Fields = Record<string, unknown>;

/** Values that only one of the protobuf kinds carries over the wire unchanged. */
const CANDIDATES: unknown[] = [new Date('2026-01-02T03:04:05.678Z'), 'text', 1.5, 7, true, Buffer.from('{}'), {}];

const survives = (codec: Codec, field: string, value: unknown): boolean => {
  try {
    const back = codec.decode(codec.encode(codec.fromPartial({ [field]: value } as never) as never).finish()) as Fields;
    const kept = back[field];
    return kept !== undefined && (typeof value === 'object' ? JSON.stringify(kept).startsWith(JSON.stringify(value).slice(0, 1)) && kept instanceof Date === value instanceof Date : kept === value);
  } catch {
    return false;
  }
};

/** Sets every scalar field of a message to something, found by what the codec carries. */
const fill = (codec: Codec, fixed: Fields): object => {
  const filled: Fields = {};
  for (const [field, empty] of Object.entries(codec.fromPartial({} as never))) {
    if (Array.isArray(empty)) continue;
    filled[field] = CANDIDATES.find((value) => survives(codec, field, value));
  }
  return codec.fromPartial({ ...filled, ...fixed } as never);
};

const id = (n: number) => `01900000-0000-7000-8000-${String(n).padStart(12, '0')}`;

/** What the closed vocabularies demand; everything else may be any text. */
const FIXED: Record<string, [Codec, Fields, Fields?]> = {
  account: [Account, {}],
  api_key: [ApiKey, { scopes: ['read'] }],
  container: [Container, { currentStatus: 'available', pickupFacilityType: 'rail_terminal', holdsAtPodTerminal: [{ name: 'USDA', status: 'hold' }], feesAtPodTerminal: [{ type: 'total', amount: 12.5, currencyCode: 'USD' }], transportEventIds: [id(2)], rawEventIds: [id(3)] }, { currentStatus: 'new' }],
  container_created_event: [ContainerCreatedEvent, {}],
  container_pod_terminal_changed_event: [ContainerPodTerminalChangedEvent, {}],
  container_updated_event: [ContainerUpdatedEvent, { changesetJson: '{"pickup_lfd":[null,"2026-01-01T00:00:00Z"]}' }, { changesetJson: '{}' }],
  credential: [Principal, { credentialId: id(9), scopes: ['read'], accountId: id(4), userId: id(5) }, { credentialId: id(9), accountId: id(4) }],
  custom_field: [CustomField, { valueJson: '["a","b"]', entityType: 'TrackingRequest' }],
  custom_field_definition: [CustomFieldDefinition, { entityType: 'Shipment', dataType: 'enum', options: [{ id: id(6), label: 'A', value: 'a', position: 1, definitionId: id(1) }] }, { entityType: 'Container', dataType: 'number' }],
  custom_field_option: [CustomFieldOption, {}],
  estimated_event: [EstimatedEvent, {}],
  event: [Event, { referenceType: 'transport_event' }],
  explanation: [Explanation, { type: 'container', fields: [{ field: 'pod_eta_at', valueJson: '"2026"', source: { dataSource: 'shipping_line' }, displaced: [{ valueJson: 'null' }] }] }],
  infer_number_results: [InferNumberResponse, { decision: 'auto_select', selected: { scac: 'MSCU', name: 'MSC', confidence: 1 }, candidates: [{ scac: 'MSCU', name: 'MSC', confidence: 1 }] }, { decision: 'no_prediction' }],
  metro_area: [MetroArea, {}],
  party: [Party, {}],
  party_role: [PartyRole, { role: 'shipper', entityType: 'Shipment' }, { role: 'consignee' }],
  port: [Port, { terminalIds: [id(7)] }],
  rail_terminal: [RailTerminal, {}],
  raw_event: [RawEvent, { actualOn: '2026-01-01', estimatedOn: '2026-01-01', locationType: 'port', terminalType: 'terminal' }],
  route: [Route, { locations: [{ id: id(8), label: 'POL' }] }],
  route_location: [RouteLocation, { locationType: 'port' }],
  search_result: [SearchHit, { entityType: 'cargo', refNumbers: ['a'] }, { entityType: 'shipment' }],
  shipment: [Shipment, { lineTrackingStoppedReason: 'cancelled_by_user', destinationType: 'metro_area', destinationTerminalType: 'rail_terminal', containerIds: [id(2)], tags: ['t'], etaPrediction: { remainingNm: 3, basis: 'ais' } }],
  shipping_line: [ShippingLine, { providedData: { fields: ['pickup_lfd'] } }],
  source: [Source, {}],
  terminal: [Terminal, { providedData: { fields: ['pickup_lfd'] } }],
  tracking_request: [TrackingRequest, { requestType: 'container', status: 'failed', failedReason: 'not_found', initialCustomFields: undefined }, { requestType: 'container', status: 'pending' }],
  transport_event: [TransportEvent, { locationType: 'metro_area', terminalType: 'rail_terminal' }],
  user: [User, {}],
  vessel: [Vessel, {}],
  webhook: [Webhook, { events: ['container.created'], headers: [{ name: 'X-A', value: 'b' }] }],
  webhook_notification: [Notification, { deliveryStatus: 'succeeded', referenceType: 'tracking_request', attempts: [{ id: id(3), attempt: 1, outcome: 'timeout' }] }, { deliveryStatus: 'pending' }],
  webhook_notification_log: [Attempt, { outcome: 'tls' }, { outcome: 'succeeded' }],
};

/** The fullest and the emptiest message of every type that comes from a contract. */
export const messagesOf = (type: string): { full: object; bare: object } | undefined => {
  const row = FIXED[type];
  if (row === undefined) return undefined;
  const [codec, full, bare = {}] = row;
  const own = { id: id(1) };
  return {
    full: { ...fill(codec, { ...own, ...full }), ...(type === 'infer_number_results' && own), ...(type === 'vessel' && { positions: [{ latitude: 1, longitude: 2, timestamp: new Date(0), estimated: true, heading: undefined }] }) },
    bare: { ...codec.fromPartial({ ...own, ...bare } as never), ...(type === 'infer_number_results' && own) },
  };
};
