import type { TrackingRequestServiceServer } from '@landfall/contracts/gen/tracking_request/v1/tracking_request';
import { unary } from '@landfall/kit/grpc';
import { problem } from '@landfall/kit/problem';
import type { App } from '../app/index.js';
import { fromCreate, fromList, fromUpdate, toCreateResult, toList, toMessage } from '../messages.js';

export const trackingRequestService = (app: App): TrackingRequestServiceServer => ({
  createTrackingRequest: unary(async (input) => toMessage(await app.submit(fromCreate(input)))),

  batchCreateTrackingRequests: unary(async ({ accountId, items }) => {
    // The caller's account stands for all items, whatever they say themselves.
    const results = await app.submitMany(items.map((item) => ({ ...fromCreate(item), accountId })));
    return { results: results.map(toCreateResult) };
  }),

  getTrackingRequest: unary(async ({ accountId, id }) => {
    const request = await app.requests.find(accountId, id);
    if (!request) throw problem('not_found', `No tracking request has the id ${id}.`);
    return toMessage(request);
  }),

  batchGetTrackingRequests: unary(async ({ accountId, ids }) => {
    const items = await app.requests.findMany(accountId, ids);
    return toList({ items, total: items.length });
  }),

  listTrackingRequests: unary(async (input) => toList(await app.requests.list(fromList(input)))),

  updateTrackingRequest: unary(async (input) => toMessage(await app.edit(fromUpdate(input)))),

  cancelTrackingRequest: unary(async (input) => toMessage(await app.cancel(input))),
});
