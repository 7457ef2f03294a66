import type { EventIngestServiceServer } from '@landfall/contracts/gen/event_ingest/v1/event_ingest';
import { unary } from '@landfall/kit/grpc';
import { problem } from '@landfall/kit/problem';
import type { App } from '../app/index.js';
import { fromReceive, toInferred, toReceived, toParkedEvent, toSource, toPosition } from '../messages.js';

const MOST_LISTED = 1_000;

// What is read again well within the deadline of a call.
const MOST_REDERIVED = 200;

// Half a year of a ship at sea, as it is thinned out.
const MOST_POSITIONS = 10_000;

const limited = (limit: number, most = MOST_LISTED): number => (limit > 0 ? Math.min(limit, most) : most);

export const eventIngestService = (app: App): EventIngestServiceServer => ({
  inferNumber: unary(async ({ number }) => toInferred(app.detect(number))),

  refreshWatch: unary(async ({ accountId, scac, normalizedNumbers }) => ({ started: await app.refresh(accountId, scac, normalizedNumbers) })),

  listSources: unary(async ({ accountId, trackingRequestIds }) => ({ sources: (await app.listSources(accountId, trackingRequestIds)).map(toSource) })),

  receiveMessage: unary(async (input) => toReceived(await app.receive(fromReceive(input)))),

  listVesselPositions: unary(async ({ imo, mmsi, from, to, limit }) => {
    if (!imo && !mmsi) throw problem('missing_parameter', 'A vessel is named by its IMO number or its MMSI.', { parameter: 'imo' });
    const positions = await app.vessels.positions({ imo, mmsi, from, to, limit: limited(limit, MOST_POSITIONS) });
    return { positions: positions.map(toPosition) };
  }),

  listUnknownCodes: unary(async ({ limit }) => ({ codes: await app.unknownCodes(limited(limit)) })),

  listParkedEvents: unary(async ({ limit }) => ({ events: (await app.parkedEvents.list(limited(limit))).map(toParkedEvent) })),

  rederive: unary(async ({ scac, normalizedNumber, since, after, limit }) => app.rederive({ scac, normalizedNumber, since }, after, limit > 0 ? Math.min(limit, MOST_REDERIVED) : MOST_REDERIVED)),

  putCredential: unary(async ({ accountId, provider, values }) => {
    if (provider === '') throw problem('blank', 'A credential names its provider.', { pointer: '/provider' });
    await app.credentials.put(provider, accountId, values);
    return { stored: true };
  }),
});
