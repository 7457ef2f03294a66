import type { UntypedServiceImplementation } from '@grpc/grpc-js';
import type { Filter, Page } from '@landfall/contracts/gen/common/v1/page';
import { EventIngestServiceService } from '@landfall/contracts/gen/event_ingest/v1/event_ingest';
import { PrincipalServiceService, type Principal } from '@landfall/contracts/gen/oauth/v1/oauth';
import { PlaceServiceService, ShippingLine } from '@landfall/contracts/gen/shipment/v1/place';
import { Container, Shipment, ShipmentServiceService, TransportEvent } from '@landfall/contracts/gen/shipment/v1/shipment';
import { TrackingRequest, TrackingRequestServiceService } from '@landfall/contracts/gen/tracking_request/v1/tracking_request';
import { Event, WebhookDispatchServiceService } from '@landfall/contracts/gen/webhook_dispatch/v1/webhook_dispatch';
import { grpcServer, unary, type GrpcServer, type Served } from '@landfall/kit/grpc';
import { nameId } from '@landfall/kit/identity';
import { logger } from '@landfall/kit/log';
import { problem } from '@landfall/kit/problem';
import { exampleNotice } from '@landfall/resources/examples';

export const KEYS = { alpha: 'lf_alpha_key_0001', reader: 'lf_alpha_reader_01', beta: 'lf_beta_key_00001', oauth: 'at_alpha_access_01', poor: 'at_without_scope_1' } as const;
export const ALPHA = nameId('account', 'alpha');
export const BETA = nameId('account', 'beta');
export const idOf = (account: string, ...what: (string | number)[]) => nameId(account, what.join('-'));

const example = exampleNotice('container.transport.rail_unloaded');
export const places = { port: example.ports[0]!, terminal: example.terminals[0]!, vessel: example.vessels[0]!, line: ShippingLine.fromPartial({ id: nameId('line', 'MSCU'), scac: 'MSCU', name: 'Mediterranean Shipping Company', shortName: 'MSC', billOfLadingTrackingSupport: true }) };

const at = (day: number) => new Date(Date.UTC(2026, 0, day, 8));
const STEPS = ['empty_out', 'full_in', 'vessel_loaded', 'vessel_departed', 'vessel_arrived', 'vessel_discharged'];

interface Row {
  accountId: string;
  id: string;
}

const camel = (field: string) => field.replace(/_([a-z])/g, (_, letter: string) => letter.toUpperCase());

/** Fields of a filter that are not called as in the message; the owner holds the same table. */
const holds = (row: object, { field, op, values }: Filter): boolean => {
  const of = row as Record<string, unknown>;
  if (field === 'port') return [of['portOfLadingLocode'], of['portOfDischargeLocode'], of['pod']].some((code) => values.includes(String(code)));
  const value = of[{ carrier: 'shippingLineScac', status: 'currentStatus' in of ? 'currentStatus' : 'status' }[field] ?? camel(field)];
  if (op === 'exists') return String(value !== undefined) === values[0];
  return op === 'gte' ? (value as Date) >= new Date(values[0]!) : values.includes(String(value));
};

const table = <T extends Row>() => {
  const rows: T[] = [];
  const of = (accountId: string) => rows.filter((row) => row.accountId === accountId);
  return {
    rows, of,
    put: (row: T) => (rows.push(row), row),
    some: ({ accountId, ids }: { accountId: string; ids: string[] }) => ({ items: of(accountId).filter(({ id }) => ids.includes(id)) }),
    get: ({ accountId, id }: Row) => of(accountId).find((row) => row.id === id) ?? (() => { throw problem('not_found', 'Not here.'); })(),
    list: ({ accountId, page, filters }: { accountId: string; page?: Page | undefined; filters: Filter[] }) => {
      const all = of(accountId).filter((row) => filters.every((filter) => holds(row, filter)));
      const { number = 1, size = 30 } = page ?? {};
      return { items: all.slice((number - 1) * size, number * size), page: { total: all.length, nextAfter: '' } };
    },
  };
};

const makeWorld = () => ({ shipments: table<Shipment>(), containers: table<Container>(), events: table<TransportEvent>(), requests: table<TrackingRequest>(), log: table<Event>(), principals: new Map<string, Principal>() });
export type World = ReturnType<typeof makeWorld>;

/** Twelve containers an account, one for each shipment, so that a list has a second page. */
const seed = (world: World, accountId: string, mark: string) => {
  for (let n = 1; n <= 12; n += 1) {
    const id = (what: string) => idOf(accountId, what, n);
    const base = { accountId, createdAt: at(n), updatedAt: at(n), revision: 1, refNumbers: [`${mark}-PO-${n}`] };
    const events = STEPS.map((step, order) => TransportEvent.fromPartial({ accountId, id: idOf(accountId, 'event', n, order), event: `container.transport.${step}`, timestamp: at(n + order), createdAt: at(n + order), journeyOrder: order, containerId: id('container'), shipmentId: id('shipment'), locationId: places.port.id, locationType: 'port', locationLocode: places.port.code, vesselId: places.vessel.id, dataSource: 'shipping_line', terminalId: places.terminal.id, voyageNumber: `V${n}` }));
    events.forEach(world.events.put);
    world.shipments.put(Shipment.fromPartial({ ...example.shipment!, ...base, id: id('shipment'), billOfLadingNumber: `${mark}BL${n}`, normalizedNumber: `${mark}BL${n}`, containerIds: [id('container')], shippingLineScac: n % 2 ? 'MSCU' : 'MAEU', portOfDischargeLocode: n % 3 ? 'USLAX' : 'USOAK' }));
    world.containers.put(Container.fromPartial({ ...example.containers[0]!, ...base, id: id('container'), number: `${mark.slice(0, 4)}00000${n}`, shipmentId: id('shipment'), currentStatus: n % 2 ? 'on_ship' : 'available', transportEventIds: events.map((one) => one.id), podTerminalId: places.terminal.id, pickupLfd: at(n) }));
    world.log.put(Event.fromPartial({ accountId, id: id('log'), sequence: n, event: n % 4 ? 'container.transport.vessel_loaded' : 'container.pickup_lfd.changed', createdAt: at(n), occurredAt: at(n), containerId: id('container'), shipmentId: id('shipment'), referenceType: 'transport_event', referenceId: id('event'), includedJson: Buffer.from(JSON.stringify([{ id: id('container'), type: 'container', attributes: { number: `${mark.slice(0, 4)}00000${n}` } }])) }));
    world.requests.put(TrackingRequest.fromPartial({ ...base, id: id('request'), requestType: 'bill_of_lading', requestNumber: `${mark}BL${n}`, normalizedNumber: `${mark}BL${n}`, scac: 'MSCU', status: 'created', shipmentId: id('shipment') }));
  }
  world.requests.put(TrackingRequest.fromPartial({ accountId, id: idOf(accountId, 'failed'), requestType: 'container', requestNumber: `${mark}FAIL`, normalizedNumber: `${mark}FAIL`, scac: 'MAEU', status: 'failed', failedReason: 'not_found', createdAt: at(1), updatedAt: at(1) }));
};

export const newWorld = (): World => {
  const world = makeWorld();
  seed(world, ALPHA, 'ALPHA');
  seed(world, BETA, 'BETA');
  const principal = (accountId: string, kind: string, scopes: string[]): Principal => ({ accountId, accountName: accountId, kind, credentialId: nameId(accountId, kind, scopes.join()), scopes });
  world.principals.set(KEYS.alpha, principal(ALPHA, 'api_key', ['read', 'write']));
  world.principals.set(KEYS.reader, principal(ALPHA, 'api_key', ['read']));
  world.principals.set(KEYS.beta, principal(BETA, 'api_key', ['read', 'write']));
  world.principals.set(KEYS.oauth, principal(ALPHA, 'user', ['mcp']));
  return world;
};

type Handlers = Record<string, (input: any) => unknown>; // eslint-disable-line @typescript-eslint/no-explicit-any

const one = <T extends { id: string }>(row: T, code?: string) => ({ keys }: { keys: string[] }) => ({ items: keys.some((key) => key === row.id || key === code) ? [row] : [] });
const found = <T extends { name: string }>(row: T) => ({ search }: { search: string }) => ({ items: row.name.toLowerCase().includes(search.toLowerCase()) ? [row] : [], page: { total: 1, nextAfter: '' } });

const shipmentOwner = ({ shipments, containers, events }: World): Handlers => ({
  getShipment: shipments.get, batchGetShipments: shipments.some, listShipments: shipments.list,
  getContainer: containers.get, batchGetContainers: containers.some, listContainers: containers.list,
  batchGetTransportEvents: events.some,
  explainContainer: (input) => ({ id: containers.get(input).id, type: 'container', fields: [{ field: 'pickup_lfd', valueJson: '"2026-01-09T00:00:00Z"', source: { dataSource: 'terminal', provider: 'LBCT', rawEventId: idOf(input.accountId, 'raw'), receivedAt: at(5) }, displaced: [{ valueJson: '"2026-01-08T00:00:00Z"', source: { dataSource: 'shipping_line' }, displacedAt: at(5) }] }] }),
  getContainerRoute: (input) => ({ containerId: containers.get(input).id, id: input.id, createdAt: at(1), updatedAt: at(2), locations: [{ id: idOf(input.accountId, 'stop'), label: 'POD', locationId: places.port.id, locationType: 'port', inboundVesselId: places.vessel.id, inboundEtaAt: at(20) }] }),
  search: ({ accountId, query }: { accountId: string; query: string }) => ({
    hits: containers.of(accountId).filter(({ number }) => number?.startsWith(query)).map(({ id, number = '', shipmentId, currentStatus }) => ({ id, entityType: 'cargo', number, shipmentId, scac: 'MSCU', status: currentStatus, refNumbers: [] })),
  }),
});

const requestOwner = ({ requests }: World): Handlers => ({
  createTrackingRequest: (input) => {
    if (input.scac === 'ZZZZ') throw problem('unrecognized_scac', 'No line has the SCAC ZZZZ.', { pointer: '/data/attributes/scac' });
    return requests.put(TrackingRequest.fromPartial({ ...input, id: idOf(input.accountId, 'request', input.requestNumber), normalizedNumber: input.requestNumber, status: 'pending', createdAt: at(30), updatedAt: at(30) }));
  },
  listTrackingRequests: (input) => {
    const list = requests.list({ ...input, page: undefined });
    const items = requests.of(input.accountId).filter((row) => input.filters.every((filter: Filter) => holds(row, filter)) && row.requestNumber.startsWith(input.q));
    const { number, size } = input.page;
    return { ...list, items: items.slice((number - 1) * size, number * size), page: { total: items.length, nextAfter: '' } };
  },
});

const others = ({ log, principals }: World): Record<'places' | 'carriers' | 'webhooks' | 'principals', Handlers> => ({
  places: {
    batchGetPorts: one(places.port, places.port.code), batchGetTerminals: one(places.terminal), batchGetVessels: one(places.vessel), batchGetMetroAreas: () => ({ items: [] }), batchGetRailTerminals: () => ({ items: [] }),
    listPorts: found(places.port), listShippingLines: found(places.line),
  },
  carriers: {
    inferNumber: ({ number }: { number: string }) => number.startsWith('AMB')
      ? { numberType: 'bill_of_lading', decision: 'needs_confirmation', candidates: [{ scac: 'MSCU', name: 'MSC', confidence: 0.5 }, { scac: 'MAEU', name: 'Maersk', confidence: 0.5 }] }
      : { numberType: 'bill_of_lading', decision: 'auto_select', selected: { scac: 'MSCU', name: 'MSC', confidence: 1 }, candidates: [] },
  },
  webhooks: {
    listEvents: ({ accountId, afterSequence, size, since, containerId }) => {
      const all = log.of(accountId).filter((event) => event.sequence > afterSequence && (since === undefined || (event.createdAt ?? at(0)) >= since) && (containerId === undefined || event.containerId === containerId));
      return { items: all.slice(0, size), lastSequence: 12 };
    },
  },
  principals: {
    authenticate: ({ credential, audience }: { credential: string; audience: string }) => {
      if (credential === KEYS.poor) throw problem('insufficient_scope', 'The access token lacks the scope mcp.');
      // A key is good for both doors, an access token for its own only.
      const principal = audience === 'mcp' || credential.startsWith('lf_') ? principals.get(credential) : undefined;
      if (principal === undefined) throw problem('unauthorized', 'Invalid or missing API token.');
      return principal;
    },
  },
});

/** The owners behind one real gRPC server; `calls` tells what was asked of them. */
export const fakeOwners = (world: World): { server: GrpcServer; calls: string[] } => {
  const calls: string[] = [];
  const served = (definition: Served[0], handlers: Handlers): Served => {
    const implementation: UntypedServiceImplementation = {};
    for (const name of Object.keys(definition)) {
      implementation[name] = unary(async (request: never) => {
        calls.push(name);
        const handler = handlers[name];
        if (handler === undefined) throw new Error(`The fake owners have no ${name}.`);
        return handler(request);
      }) as never;
    }
    return [definition, implementation];
  };
  const { places: placeOwner, carriers, webhooks, principals } = others(world);
  const services = [
    served(ShipmentServiceService, shipmentOwner(world)), served(TrackingRequestServiceService, requestOwner(world)), served(PlaceServiceService, placeOwner),
    served(EventIngestServiceService, carriers), served(WebhookDispatchServiceService, webhooks), served(PrincipalServiceService, principals),
  ];
  return { calls, server: grpcServer({ port: 0, services, log: logger('fake-owners', 'silent'), service: 'fake' }) };
};
