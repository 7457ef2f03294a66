import { join } from 'node:path';
import { credentials, loadPackageDefinition, type ServiceError } from '@grpc/grpc-js';
import { loadSync } from '@grpc/proto-loader';
import { TrackingRequest, TrackingRequestServiceService, type TrackingRequestServiceServer } from '@landfall/contracts/gen/tracking_request/v1/tracking_request';
import { Event, WebhookDispatchServiceService } from '@landfall/contracts/gen/webhook_dispatch/v1/webhook_dispatch';
import { until } from '@landfall/testkit/until';
import { expect } from 'chai';
import { grpcServer, serverStream, unary, type GrpcServer } from '../src/grpc.js';
import { grpcClient } from '../src/grpc-client.js';
import { logger } from '../src/log.js';
import { problem, problems, Problem } from '../src/problem.js';
import { currentCall, inCall } from '../src/trace.js';

const log = logger('test', 'silent');
const PROTO = join(import.meta.dirname, '../../../proto');

const notImplemented = () => Object.fromEntries(Object.keys(TrackingRequestServiceService).map((name) => [name, unary(() => Promise.reject(new Error('a bug')))])) as unknown as TrackingRequestServiceServer;

describe('grpc', () => {
  let server: GrpcServer;
  let attempts = 0;
  let listening = 0;
  let address = '';
  const client = () => grpcClient(TrackingRequestServiceService, address, { deadlineMs: 1_000 });

  before(async () => {
    const things = {
      ...notImplemented(),
      getTrackingRequest: unary(async ({ id, accountId }: { id: string; accountId: string }) => {
        attempts += 1;
        if (id === 'missing') throw problem('not_found', 'No such thing.', { pointer: '/data/id', meta: { asked: id } });
        if (id === 'twice') throw problems([problem('blank', 'one', { pointer: '/a' }), problem('invalid', 'two', { pointer: '/b' })]);
        if (id === 'away') throw problem('unavailable', 'Not now.');
        if (id === 'slow') await new Promise((resolve) => setTimeout(resolve, 3_000).unref());
        return TrackingRequest.fromJSON({ id, account_id: accountId, request_number: currentCall()?.requestId });
      }),
    };
    const streams = {
      ...Object.fromEntries(Object.keys(WebhookDispatchServiceService).map((name) => [name, unary(() => Promise.reject(new Error('a bug')))])),
      streamEvents: serverStream(async function* (_: unknown, signal: AbortSignal) {
        listening += 1;
        for (let sequence = 1; !signal.aborted; sequence += 1) {
          if (sequence === 100) throw problem('limit_reached', 'Enough.');
          yield Event.fromJSON({ sequence });
          await new Promise((resolve) => setImmediate(resolve));
        }
        listening -= 1;
      }),
    };
    server = grpcServer({ port: 0, log, service: 'test', services: [[TrackingRequestServiceService, things as never], [WebhookDispatchServiceService, streams as never]] });
    await server.start();
    address = `127.0.0.1:${server.port()}`;
  });
  after(() => server.stop());

  const failure = async (id: string): Promise<Problem> => {
    const caller = client();
    const thrown = await caller.getTrackingRequest({ accountId: 'a', id }).then(() => undefined, (error: unknown) => error);
    caller.close();
    if (!(thrown instanceof Problem)) throw new Error(`not a Problem: ${String(thrown)}`);
    return thrown;
  };

  it('carries a Problem over the wire whole: code, detail, pointer, meta, and the others [D-08]', async () => {
    const missing = await failure('missing');
    expect(missing).to.include({ code: 'not_found', detail: 'No such thing.' });
    expect(missing.more).to.deep.include({ pointer: '/data/id', meta: { asked: 'missing' } });
    expect((await failure('twice')).more.others?.[0]?.more.pointer).to.equal('/b');
  });

  it('hides a bug behind internal', async () => {
    const caller = client();
    const thrown = await caller.listTrackingRequests({ accountId: 'a', page: undefined, filters: [], sort: [], q: '' }).then(() => undefined, (error: Problem) => error);
    expect(thrown?.code).to.equal('internal');
    expect(thrown?.message).not.to.include('a bug');
    caller.close();
  });

  it('asks a read again when the other side is away, a write never', async () => {
    attempts = 0;
    expect((await failure('away')).code).to.equal('unavailable');
    expect(attempts).to.equal(3);
  });

  it('gives up at the deadline', async () => {
    expect((await failure('slow')).code).to.equal('deadline_exceeded');
  });

  it('answers unavailable when nobody listens', async () => {
    const caller = grpcClient(TrackingRequestServiceService, '127.0.0.1:1', { deadlineMs: 1_000 });
    const thrown = await caller.getTrackingRequest({ accountId: 'a', id: 'x' }).then(() => undefined, (error: Problem) => error);
    expect(thrown?.code).to.be.oneOf(['unavailable', 'deadline_exceeded']);
    caller.close();
  });

  it('takes the request id along', async () => {
    const caller = client();
    const answer = await inCall({ requestId: 'request-42' }, () => caller.getTrackingRequest({ accountId: 'a', id: 'x' }));
    expect(answer.requestNumber).to.equal('request-42');
    caller.close();
  });

  it('streams until the caller has heard enough, and tells the other side', async () => {
    const caller = grpcClient(WebhookDispatchServiceService, address);
    const enough = new AbortController();
    const heard: number[] = [];
    for await (const { sequence } of caller.streamEvents({ accountId: 'a', afterSequence: 0, size: 0, types: [], containerId: undefined, shipmentId: undefined, since: undefined, until: undefined }, enough.signal)) {
      heard.push(sequence);
      if (sequence === 3) enough.abort();
    }
    expect(heard.slice(0, 3)).to.deep.equal([1, 2, 3]);
    await until('the other side has stopped', () => listening === 0);
    caller.close();
  });

  it('carries the Problem that ends a stream', async () => {
    const caller = grpcClient(WebhookDispatchServiceService, address);
    const heard: number[] = [];
    const follow = async () => {
      for await (const { sequence } of caller.streamEvents({ accountId: 'a', afterSequence: 0, size: 0, types: [], containerId: undefined, shipmentId: undefined, since: undefined, until: undefined }, new AbortController().signal)) heard.push(sequence);
    };
    const thrown = await follow().then(() => undefined, (error: Problem) => error);
    expect(thrown).to.include({ code: 'limit_reached', detail: 'Enough.' });
    expect(heard).to.have.length(99);
    caller.close();
  });

  it('is understood by a reader that has only the .proto files', async () => {
    const loaded = loadPackageDefinition(loadSync('tracking_request/v1/tracking_request.proto', { includeDirs: [PROTO], keepCase: true }));
    const { TrackingRequestService } = (loaded['tracking_request'] as never)['v1'] as { TrackingRequestService: new (...args: unknown[]) => never };
    const foreign = new TrackingRequestService(address, credentials.createInsecure()) as { GetTrackingRequest(request: object, done: (error: ServiceError | null, answer: { id: string }) => void): void; close(): void };
    const answer = await new Promise<{ id: string }>((resolve, reject) => foreign.GetTrackingRequest({ account_id: 'a', id: 'seen' }, (error, value) => (error ? reject(error) : resolve(value))));
    expect(answer.id).to.equal('seen');
    foreign.close();
  });
});
