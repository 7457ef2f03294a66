import { ERRORS, isErrorCode } from '@landfall/contracts/errors';
import type { CreateResult, CreateTrackingRequestRequest } from '@landfall/contracts/gen/tracking_request/v1/tracking_request';
import { trackingRequest } from '@landfall/resources/tracking-request';
import type { TrackingRequestResult } from '@landfall/resources/tracking-request-result';
import { Problem } from '@landfall/kit/problem';
import { z } from 'zod';
import type { Owners } from '../app/ports.js';
import { anyBody, listBody, plainBody, readListed, resourceBody } from './body.js';
import { labels, linkTo, openValue } from './fields.js';
import { askedFor, listed, many, one } from './lists.js';
import { route, type Call, type Route } from './route.js';

const initialField = z.strictObject({ api_slug: z.string().min(1).max(100), value: openValue });

// The owner says `blank`, `unrecognized_scac` and the like, each by its own rule; here only the shapes are checked.
const NewTrackingRequest = z.strictObject({
  request_type: z.string().max(100).default('').describe('Needed: bill_of_lading, booking_number or container'),
  request_number: z.string().max(1_000).default('').describe('Needed: the number as the carrier issued it'),
  scac: z.string().max(100).nullish().describe('Needed, unless auto_detect_vocc_scac is true'),
  auto_detect_vocc_scac: z.boolean().default(false),
  ref_numbers: labels.default([]),
  shipment_tags: labels.optional(),
  tags: labels.optional(),
  initial_custom_fields: z.strictObject({
    shipment: z.array(initialField).max(50).default([]),
    containers: z.array(initialField.extend({ number: z.string().max(100).nullish() })).max(200).default([]),
  }).nullish(),
});

const Editable = z.strictObject({ ref_numbers: labels.optional(), ref_number: z.string().trim().max(100).optional(), tags: labels.optional(), shipment_tags: labels.optional() });

const MOST_AT_ONCE = 100;

type Attributes = z.output<typeof NewTrackingRequest>;

const initialFields = ({ initial_custom_fields: given }: Attributes) => ({
  shipment: (given?.shipment ?? []).map((field) => ({ apiSlug: field.api_slug, valueJson: JSON.stringify(field.value), number: '' })),
  containers: (given?.containers ?? []).map((field) => ({ apiSlug: field.api_slug, valueJson: JSON.stringify(field.value), number: field.number ?? '' })),
});

const toCreate = (call: Call, input: Attributes, customerId?: string): CreateTrackingRequestRequest => ({
  accountId: call.accountId,
  requestType: input.request_type,
  requestNumber: input.request_number,
  scac: input.scac || undefined,
  autoDetectScac: input.auto_detect_vocc_scac,
  refNumbers: input.ref_numbers,
  tags: input.shipment_tags ?? input.tags ?? [],
  customerId,
  userId: call.principal.userId,
  initialCustomFields: initialFields(input),
});

type Refused = TrackingRequestResult['errors'];

const errorRow = (code: string, detail: string, pointer: string | undefined): Refused[number] => {
  const { http, title } = ERRORS[isErrorCode(code) ? code : 'internal'];
  return { status: String(http), code, title, detail, pointer: pointer ?? null };
};

const refusedBy = (failure: Problem): Refused => [failure, ...(failure.more.others ?? [])].map((each) => errorRow(each.code, each.detail, each.more.pointer));

// The owner points into one document; here that document is an element of a list.
const within = (pointer: string | undefined, index: number): string => `/data/${index}${(pointer ?? '/data').replace(/^\/data/, '')}`;

type Read = { item: CreateTrackingRequestRequest } | { refused: Refused };

const readOne = (call: Call, item: unknown, index: number): Read => {
  try {
    return { item: toCreate(call, readListed(item, index, 'tracking_request', NewTrackingRequest)) };
  } catch (error) {
    if (error instanceof Problem) return { refused: refusedBy(error) };
    throw error;
  }
};

const resultRow = (index: number, read: Read, outcome: CreateResult['outcome']): TrackingRequestResult => {
  const row = { id: String(index), index, trackingRequestId: undefined, errors: [] };
  if ('refused' in read) return { ...row, errors: read.refused };
  if (outcome?.$case === 'created') return { ...row, trackingRequestId: outcome.value.id };
  const refused = outcome?.value;
  return { ...row, errors: [errorRow(refused?.code ?? 'internal', refused?.detail ?? '', within(refused?.pointer, index))] };
};

const createMany = ({ trackingRequests }: Owners) => async (call: Call<readonly unknown[]>) => {
  // The first was counted when the request came in (D-26).
  await call.count(call.body.length - 1);
  const read = call.body.map((item, index) => readOne(call, item, index));
  const items = read.flatMap((each) => ('item' in each ? [each.item] : []));
  const { results } = items.length === 0 ? { results: [] } : await trackingRequests.batchCreateTrackingRequests({ accountId: call.accountId, items });
  const outcomes = results.values();
  const rows = read.map((each, index) => resultRow(index, each, 'item' in each ? outcomes.next().value?.outcome : undefined));
  const made = results.flatMap(({ outcome }) => (outcome?.$case === 'created' ? [trackingRequest.of(outcome.value)] : []));
  return { is: 'many', messages: rows, total: rows.length, known: made } as const;
};

/** The types of the original's SDK promise these two names; its API has the relation alone. */
const includeAlso = { shipment: 'tracked_object', container: 'tracked_object.containers' };

const touched = (call: Call) => [`tracking_request:${call.params['id'] ?? ''}`];

const reads = (owners: Owners): Route[] => [
  route({
    method: 'get', path: '/tracking_requests', name: 'listTrackingRequests', says: 'Lists tracking requests, newest first.', tag: 'Tracking requests',
    scope: 'read', gives: { many: 'tracking_request' }, include: 'tracked_object', includeAlso,
    list: listed({
      sorts: ['created_at', 'updated_at'], texts: ['q'],
      filters: { request_number: 'text', request_type: 'text', status: 'text', scac: 'text', created_at: 'time', updated_at: 'time' },
    }),
    // Clients made from older descriptions of the original send `request_number` bare.
    extras: z.object({ request_number: z.string().min(1).max(100).optional() }),
    handle: async (call) => {
      const { filters, ...rest } = askedFor(call);
      const { request_number: number } = call.extras;
      const byNumber = number === undefined ? [] : [{ field: 'request_number', op: 'eq', values: [number] }];
      return many(await owners.trackingRequests.listTrackingRequests({ ...rest, filters: [...filters, ...byNumber], q: call.query.text }));
    },
  }),
  route({
    method: 'get', path: '/tracking_requests/:id', name: 'getTrackingRequest', says: 'Reads a tracking request.', tag: 'Tracking requests',
    scope: 'read', gives: { one: 'tracking_request' }, include: 'tracked_object', includeAlso, isCached: true,
    handle: async ({ accountId, params }) => one(await owners.trackingRequests.getTrackingRequest({ accountId, id: params['id'] ?? '' })),
  }),
];

const creations = (owners: Owners): Route[] => [
  route({
    method: 'post', path: '/tracking_requests', name: 'createTrackingRequest', says: 'Asks for a number to be tracked.', tag: 'Tracking requests',
    scope: 'write', bucket: 'tracking_requests', gives: { one: 'tracking_request' }, status: 201,
    body: resourceBody({ type: 'tracking_request', id: 'never', attributes: NewTrackingRequest, relationships: z.object({ customer: linkTo('party').optional() }) }),
    handle: async (call) => {
      const made = await owners.trackingRequests.createTrackingRequest(toCreate(call, call.body.attributes, call.body.relationships.customer?.data.id));
      return { is: 'one', message: made, created: `/v2/tracking_requests/${made.id}` };
    },
  }),
  route({
    method: 'post', path: '/tracking_requests/bulk', name: 'createTrackingRequests', says: 'Asks for up to 100 numbers; one result for each, in order.', tag: 'Tracking requests',
    scope: 'write', bucket: 'tracking_requests', gives: { many: 'tracking_request_result' }, include: 'tracking_request',
    body: listBody('tracking_request', MOST_AT_ONCE, NewTrackingRequest), handle: createMany(owners),
  }),
  route({
    method: 'post', path: '/tracking_requests/infer_number', name: 'inferNumber', says: 'Tells the carrier and the kind of a number.', tag: 'Tracking requests',
    scope: 'read', bucket: 'infer', gives: { one: 'infer_number_results' }, body: plainBody(z.strictObject({ number: z.string().trim().min(1).max(64) })),
    handle: async ({ accountId, body, requestId }) => one({ ...(await owners.carriers.inferNumber({ accountId, number: body.number })), id: requestId }),
  }),
];

const changes = (owners: Owners): Route[] => [
  route({
    method: 'patch', path: '/tracking_requests/:id', name: 'updateTrackingRequest', says: 'Replaces reference numbers and tags.', tag: 'Tracking requests',
    scope: 'write', gives: { one: 'tracking_request' }, include: 'tracked_object', touches: touched,
    body: resourceBody({ type: 'tracking_request', id: 'path', attributes: Editable }),
    handle: async ({ accountId, body: { id, attributes }, expectedRevision }) => {
      const { ref_numbers: list, ref_number: single, shipment_tags: newTags, tags: oldTags } = attributes;
      const refNumbers = list ?? (single === undefined ? undefined : [single].filter((text) => text !== ''));
      const tags = newTags ?? oldTags;
      return one(await owners.trackingRequests.updateTrackingRequest({ accountId, id, refNumbers: refNumbers && { values: refNumbers }, tags: tags && { values: tags }, expectedRevision }));
    },
  }),
  route({
    method: 'patch', path: '/tracking_requests/:id/cancel', name: 'cancelTrackingRequest', says: 'Stops asking for a number that was not found yet.', tag: 'Tracking requests',
    scope: 'write', gives: { one: 'tracking_request' }, touches: touched, body: anyBody,
    current: ({ accountId, params }) => owners.trackingRequests.getTrackingRequest({ accountId, id: params['id'] ?? '' }),
    handle: async ({ accountId, params }) => one(await owners.trackingRequests.cancelTrackingRequest({ accountId, id: params['id'] ?? '' })),
  }),
];

export const trackingRequestRoutes = (owners: Owners): Route[] => [...reads(owners), ...creations(owners), ...changes(owners)];
