import type { EventIngestServiceService } from '@landfall/contracts/gen/event_ingest/v1/event_ingest';
import type { PlaceServiceService } from '@landfall/contracts/gen/shipment/v1/place';
import type { CreateTrackingRequestRequest, TrackingRequest, TrackingRequestServiceService } from '@landfall/contracts/gen/tracking_request/v1/tracking_request';
import { newId } from '@landfall/kit/identity';
import { problem, type Problem } from '@landfall/kit/problem';
import type { Methods } from './methods.js';
import { places, type World } from './world.js';

const labelled = <T extends { refNumbers: string[]; tags: string[] }>(row: T, input: { refNumbers?: { values: string[] } | undefined; tags?: { values: string[] } | undefined }): T =>
  ({ ...row, refNumbers: input.refNumbers?.values ?? row.refNumbers, tags: input.tags?.values ?? row.tags, updatedAt: new Date() });

const create = ({ requests }: World, input: CreateTrackingRequestRequest): TrackingRequest => {
  const pointer = (name: string) => ({ pointer: `/data/attributes/${name}` });
  if (input.requestNumber.trim() === '') throw problem('blank', 'A request number is required.', { ...pointer('request_number'), others: input.scac ? [] : [problem('blank', 'A SCAC is required.', pointer('scac'))] });
  if (!input.scac && !input.autoDetectScac) throw problem('blank', 'A SCAC is required.', pointer('scac'));
  if (input.scac === 'ZZZZ') throw problem('unrecognized_scac', 'No such line.', pointer('scac'));
  if (requests.of(input.accountId).some((one) => one.requestNumber === input.requestNumber && one.scac === input.scac)) throw problem('duplicate', 'It exists already.', pointer('request_number'));
  const now = new Date();
  return requests.put({ ...input, id: newId(), normalizedNumber: input.requestNumber, requestType: input.requestType === 'booking' ? 'booking_number' : input.requestType || 'bill_of_lading', createdAt: now, updatedAt: now, status: 'pending', isRetrying: false, revision: 1 });
};

export const trackingRequestMethods = (world: World): Methods<typeof TrackingRequestServiceService> => ({
  createTrackingRequest: (input) => create(world, input),
  batchCreateTrackingRequests: ({ accountId, items }) => ({
    results: items.map((item) => {
      try {
        return { outcome: { $case: 'created' as const, value: create(world, { ...item, accountId }) } };
      } catch (error) {
        const { code, detail, more } = error as Problem;
        return { outcome: { $case: 'refused' as const, value: { code, detail, pointer: more.pointer } } };
      }
    }),
  }),
  getTrackingRequest: (input) => world.requests.get(input),
  batchGetTrackingRequests: ({ accountId, ids }) => ({ items: world.requests.some(accountId, ids) }),
  listTrackingRequests: (input) => world.requests.list(input),
  updateTrackingRequest: (input) => world.requests.change(input, (row) => labelled(row, input)),
  cancelTrackingRequest: (input) => world.requests.change(input, (row) => {
    if (row.status !== 'pending') throw problem('not_cancellable', `The tracking request is ${row.status}.`);
    return { ...row, status: 'cancelled', failedReason: 'Cancelled by user' };
  }),
});

export const carrierMethods = ({ requests }: World): Methods<typeof EventIngestServiceService> => {
  const absent = (): never => {
    throw problem('internal', 'The gateway never asks this.');
  };
  return {
    receiveMessage: absent, listUnknownCodes: absent, listParkedEvents: absent, rederive: absent, putCredential: absent,
    inferNumber: ({ number }) => ({ numberType: 'container', validation: { type: 'container', isValid: true, parsedNumber: number }, decision: 'auto_select', selected: { scac: 'MSCU', name: 'MSC', confidence: 0.99 }, candidates: [{ scac: 'MSCU', name: 'MSC', confidence: 0.99 }] }),
    refreshWatch: () => ({ started: ['Shipping line', 'Terminal', 'Rail'] }),
    listSources: ({ accountId, trackingRequestIds }) => ({ sources: requests.some(accountId, trackingRequestIds).map(({ requestNumber }) => ({ kind: 'line', name: 'MSCU', subject: requestNumber, lastAttemptedAt: new Date(0) })) }),
    listVesselPositions: () => ({ positions: [{ latitude: 31.5, longitude: 122, at: new Date('2026-01-02T00:00:00Z') }, { latitude: 45, longitude: 170, at: new Date('2026-01-07T00:00:00Z') }, { latitude: 45, longitude: -170, at: new Date('2026-01-10T00:00:00Z') }] }),
  };
};

const keyed = <T extends { id: string }>(one: T, ...codes: (string | undefined)[]) => ({ keys }: { keys: string[] }) =>
  ({ items: keys.some((key) => key === one.id || codes.includes(key)) ? [one] : [] });

const found = <T extends { name: string }>(one: T) => ({ search }: { search: string }) => {
  const items = one.name.toLowerCase().includes(search.toLowerCase()) ? [one] : [];
  return { items, page: { total: items.length, nextAfter: '' } };
};

export const placeMethods = (): Methods<typeof PlaceServiceService> => ({
  batchGetPorts: keyed(places.port, places.port.code),
  listPorts: found(places.port),
  batchGetMetroAreas: keyed(places.metroArea, places.metroArea.code),
  listMetroAreas: found(places.metroArea),
  batchGetTerminals: keyed(places.terminal),
  listTerminals: found(places.terminal),
  batchGetRailTerminals: keyed(places.railTerminal),
  listRailTerminals: found(places.railTerminal),
  batchGetShippingLines: keyed(places.line, places.line.scac),
  listShippingLines: found(places.line),
  batchGetVessels: keyed(places.vessel, places.vessel.imo),
  listVessels: found(places.vessel),
});
