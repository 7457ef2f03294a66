import { EXAMPLE_ACCOUNT_ID, exampleNotice } from '@landfall/resources/examples';
import type { Principal } from '@landfall/contracts/gen/oauth/v1/oauth';
import { ApiKey, User } from '@landfall/contracts/gen/oauth/v1/oauth';
import { CustomField, CustomFieldDefinition, Party, PartyRole } from '@landfall/contracts/gen/shipment/v1/annotation';
import { Container, RawEvent, Shipment, TransportEvent } from '@landfall/contracts/gen/shipment/v1/shipment';
import { ShippingLine } from '@landfall/contracts/gen/shipment/v1/place';
import { TrackingRequest } from '@landfall/contracts/gen/tracking_request/v1/tracking_request';
import { Event, Notification, Webhook } from '@landfall/contracts/gen/webhook_dispatch/v1/webhook_dispatch';
import { nameId } from '@landfall/kit/identity';
import { includedOf } from '@landfall/resources/notice';
import { table } from './store.js';

const example = exampleNotice('container.transport.rail_unloaded');

export const places = {
  port: example.ports[0]!,
  terminal: example.terminals[0]!,
  metroArea: example.metroAreas[0]!,
  railTerminal: example.railTerminals[0]!,
  vessel: { ...example.vessels[0]!, latitude: 30.5, longitude: -140.25, positionTimestamp: new Date('2026-01-10T00:00:00Z') },
  line: ShippingLine.fromPartial({ id: nameId('line', 'MSCU'), scac: 'MSCU', name: 'Mediterranean Shipping Company', shortName: 'MSC', billOfLadingTrackingSupport: true }),
};

const at = (day: number) => new Date(Date.UTC(2026, 0, day, 8));

/** One account's records; ids follow from the account, so that each account has the same kinds under other ids. */
const seed = (world: World, accountId: string, mark: string) => {
  const id = (what: string) => nameId(accountId, what);
  const base = { accountId, createdAt: at(1), updatedAt: at(2), revision: 1 };
  const shipmentId = id('shipment'), containerId = id('container'), eventId = id('transport_event'), rawId = id('raw_event'), requestId = id('tracking_request');
  const webhookId = id('webhook'), partyId = id('party'), definitionId = id('definition');
  world.shipments.put(Shipment.fromPartial({ ...example.shipment!, ...base, id: shipmentId, billOfLadingNumber: `BL${mark}`, normalizedNumber: `BL${mark}`, requestNumbers: [`BL${mark}`], containerIds: [containerId], trackingRequestIds: [requestId], lineTrackingStoppedByUserId: id('user'), tags: [mark] }));
  world.containers.put(Container.fromPartial({ ...example.containers[0]!, ...base, id: containerId, shipmentId, transportEventIds: [eventId], rawEventIds: [rawId], refNumbers: [mark] }));
  const event = example.reference?.$case === 'transportEvent' ? example.reference.value : undefined;
  world.transportEvents.put(TransportEvent.fromPartial({ ...event!, accountId, id: eventId, shipmentId, containerId, sourceEventId: rawId }));
  world.rawEvents.put(RawEvent.fromPartial({ accountId, id: rawId, containerId, event: 'rail_unloaded', originalEvent: `Unloaded ${mark}`, timestamp: at(20), actualAt: at(20), actualOn: '2026-01-20', createdAt: at(20), dataSource: 'shipping_line', locationId: places.metroArea.id, locationType: 'metro_area', vesselId: places.vessel.id }));
  world.requests.put(TrackingRequest.fromPartial({ ...base, id: requestId, requestType: 'bill_of_lading', requestNumber: `BL${mark}`, normalizedNumber: `BL${mark}`, scac: 'MSCU', status: 'created', shipmentId, customerId: partyId, userId: id('user') }));
  world.requests.put(TrackingRequest.fromPartial({ ...base, id: id('pending_request'), requestType: 'container', requestNumber: `PENDING${mark}`, normalizedNumber: `PENDING${mark}`, scac: 'MSCU', status: 'pending' }));
  world.parties.put(Party.fromPartial({ ...base, id: partyId, companyName: `Company ${mark}` }));
  for (const [entityType, entityId] of [['Shipment', shipmentId], ['Container', containerId], ['TrackingRequest', requestId]] as const) {
    world.partyRoles.put(PartyRole.fromPartial({ accountId, id: id(`${entityType}_party_role`), entityType, entityId, partyId, role: 'shipper', createdAt: at(1) }));
  }
  world.definitions.put(CustomFieldDefinition.fromPartial({ ...base, id: definitionId, entityType: 'Shipment', apiSlug: 'colour', displayName: `Colour ${mark}`, dataType: 'enum', options: [{ id: id('option'), label: 'Red', value: 'red', position: 1, definitionId }] }));
  world.fields.put(CustomField.fromPartial({ ...base, id: id('field'), definitionId, apiSlug: 'weight', entityType: 'Shipment', entityId: shipmentId, valueJson: JSON.stringify(`red ${mark}`), displayValue: 'Red' }));
  world.webhooks.put(Webhook.fromPartial({ ...base, id: webhookId, url: `https://${mark.toLowerCase()}.example/hook`, active: true, events: ['container.created'], secret: `whsec_${mark}`, signingPublicKey: `whpk_${mark}`, headers: [] }));
  const included = includedOf({ ...example, accountId });
  const notice = { accountId, createdAt: at(1), event: example.event, referenceType: example.referenceType, referenceId: example.referenceId };
  world.events.put(Event.fromPartial({ ...notice, id: id('event'), sequence: 1, occurredAt: at(20), shipmentId: example.shipmentId, containerId: example.containerId, includedJson: Buffer.from(JSON.stringify(included)) }));
  world.notifications.put(Notification.fromPartial({ ...notice, id: id('notification'), deliveryStatus: 'succeeded', webhookId, eventId: id('event'), sequence: 1, attempts: [{ id: id('attempt'), attempt: 1, attemptedAt: at(20), durationMs: 12, outcome: 'succeeded', httpStatus: 200, notificationId: id('notification') }], body: Buffer.from(JSON.stringify({ data: {}, included })) }));
  world.users.put(User.fromPartial({ accountId, createdAt: at(1), id: id('user'), email: `${mark.toLowerCase()}@example.test` }));
  world.apiKeys.put(ApiKey.fromPartial({ accountId, createdAt: at(1), id: id('api_key'), name: `Key ${mark}`, scopes: ['read', 'write'], prefix: 'lf_abc' }));
};

const makeWorld = () => ({
  shipments: table<Shipment>('shipment'),
  containers: table<Container>('container'),
  transportEvents: table<TransportEvent>('transport event'),
  rawEvents: table<RawEvent>('raw event'),
  requests: table<TrackingRequest>('tracking request'),
  parties: table<Party>('party'),
  partyRoles: table<PartyRole>('party role'),
  definitions: table<CustomFieldDefinition>('definition'),
  fields: table<CustomField>('custom field'),
  webhooks: table<Webhook>('webhook'),
  notifications: table<Notification>('notification'),
  events: table<Event>('event'),
  users: table<User>('user'),
  apiKeys: table<ApiKey>('API key'),
  principals: new Map<string, Principal>(),
});

export type World = ReturnType<typeof makeWorld>;

/** The keys of the two accounts that most tests speak for. */
export const KEYS = { alpha: 'lf_alpha_all_scopes', alphaReads: 'lf_alpha_reads_only', alphaUser: 'lf_alpha_access_token', beta: 'lf_beta_all_scopes' } as const;

export const ALPHA = nameId('account', 'alpha');
export const BETA = nameId('account', 'beta');
export const idOf = (accountId: string, what: string) => nameId(accountId, what);
export const EXAMPLES_OWNER = EXAMPLE_ACCOUNT_ID;

const ALL = ['read', 'write', 'webhooks:write', 'admin'];

const principal = (accountId: string, name: string, scopes: string[], more: Partial<Principal> = {}): Principal => ({ accountId, accountName: name, kind: 'api_key', credentialId: nameId(accountId, name, scopes.join()), scopes, ...more });

export const newWorld = (): World => {
  const world = makeWorld();
  seed(world, ALPHA, 'ALPHA');
  seed(world, BETA, 'BETA');
  world.principals.set(KEYS.alpha, principal(ALPHA, 'Alpha', ALL));
  world.principals.set(KEYS.alphaReads, principal(ALPHA, 'Alpha', ['read']));
  world.principals.set(KEYS.alphaUser, principal(ALPHA, 'Alpha', ALL, { kind: 'user', userId: nameId(ALPHA, 'user'), userEmail: 'alpha@example.test' }));
  world.principals.set(KEYS.beta, principal(BETA, 'Beta', ALL));
  return world;
};
