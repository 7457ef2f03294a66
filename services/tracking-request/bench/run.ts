import { TrackingRequestServiceService, type CreateTrackingRequestRequest, type TrackingRequestServiceServer } from '@landfall/contracts/gen/tracking_request/v1/tracking_request';
import { grpcServer, unary } from '@landfall/kit/grpc';
import { grpcClient } from '@landfall/kit/grpc-client';
import { logger } from '@landfall/kit/log';
import { besideFirst, figuresTable, measured } from '@landfall/testkit/figures';
import { freePort } from '@landfall/testkit/free-port';
import { testBus } from '@landfall/testkit/test-bus';
import { testMongo } from '@landfall/testkit/test-mongo';
import { load } from '../src/config.js';
import { toMessage } from '../src/messages.js';
import { wire } from '../src/wire.js';
import { aRequest } from '../test/fakes/a-request.js';

const TIMES = 2_000, AT_ONCE = 32;

const a = (n: number): CreateTrackingRequestRequest => ({
  accountId: 'account-1', requestType: 'bill_of_lading', requestNumber: `MAEU${n}00000`, scac: 'MAEU', autoDetectScac: false,
  refNumbers: [], tags: [], customerId: undefined, userId: undefined, initialCustomFields: undefined,
});

const [store, nats] = [await testMongo(), await testBus()];
const [port, barePort] = [await freePort(), await freePort()];
const running = wire(load({ MONGODB_URI: store.uri, NATS_URL: nats.url, GRPC_PORT: String(port), LOG_LEVEL: 'silent' }));
await running.start();
// What a hop costs by itself: the same message, nothing behind it.
const bare = grpcServer({ port: barePort, log: logger('bench', 'silent'), service: 'bench', services: [[TrackingRequestServiceService, { ...Object.fromEntries(Object.keys(TrackingRequestServiceService).map((name) => [name, unary(async () => toMessage(aRequest()))])) } as TrackingRequestServiceServer as never]] });
await bare.start();
const [caller, hop] = [grpcClient(TrackingRequestServiceService, `127.0.0.1:${port}`), grpcClient(TrackingRequestServiceService, `127.0.0.1:${barePort}`)];

const first = await caller.createTrackingRequest(a(TIMES));
const figures = [
  await measured('bare gRPC hop, same message', TIMES, AT_ONCE, (n) => hop.createTrackingRequest(a(n))),
  await measured('create: store, outbox, fact', TIMES, AT_ONCE, (n) => caller.createTrackingRequest(a(n))),
  await measured('get', TIMES, AT_ONCE, () => caller.getTrackingRequest({ accountId: 'account-1', id: first.id })),
  await measured('list, 30 a page', TIMES / 10, AT_ONCE, () => caller.listTrackingRequests({ accountId: 'account-1', page: { number: 1, size: 30, after: '' }, filters: [], sort: [], q: '' })),
];
console.log(`Store in memory, bus on disk, all in one process; ${AT_ONCE} calls at once.\n\n${figuresTable(besideFirst(figures))}`);

caller.close();
hop.close();
await bare.stop();
await running.stop();
await store.stop();
await nats.stop();
