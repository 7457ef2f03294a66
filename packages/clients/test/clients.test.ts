import { TrackingRequest, TrackingRequestServiceService, type TrackingRequestServiceServer } from '@landfall/contracts/gen/tracking_request/v1/tracking_request';
import { grpcServer, unary, type GrpcServer } from '@landfall/kit/grpc';
import { logger } from '@landfall/kit/log';
import { problem } from '@landfall/kit/problem';
import { inCall, currentCall } from '@landfall/kit/trace';
import { expect } from 'chai';
import { trackingRequestClient, type TrackingRequestClient } from '../src/tracking-request.js';

describe('clients', () => {
  let server: GrpcServer;
  let client: TrackingRequestClient;
  const asked: string[] = [];
  let failures: (() => never)[] = [];

  const answer = (name: string) =>
    unary(async () => {
      asked.push(`${name} ${currentCall()?.requestId ?? ''}`);
      failures.shift()?.();
      return TrackingRequest.fromPartial({ id: 'r1', status: 'pending' });
    });
  const away = (): never => { throw problem('unavailable', 'The store is away.'); };

  before(async () => {
    const names = Object.keys(TrackingRequestServiceService);
    const implementation = Object.fromEntries(names.map((name) => [name, answer(name)])) as unknown as TrackingRequestServiceServer;
    server = grpcServer({ port: 0, services: [[TrackingRequestServiceService, implementation as never]], log: logger('test', 'silent'), service: 'test' });
    await server.start();
    client = trackingRequestClient(`127.0.0.1:${server.port()}`);
  });

  beforeEach(() => { asked.length = 0; failures = []; });
  after(async () => { client.close(); await server.stop(); });

  it('answers with the message itself', async () => {
    expect(await client.getTrackingRequest({ accountId: 'a', id: 'r1' })).to.include({ id: 'r1', status: 'pending' });
  });

  it('throws the Problem that the owner threw, with pointer and fellow faults [D-08]', async () => {
    failures = [() => { throw problem('blank', 'No number.', { pointer: '/data/attributes/request_number', others: [problem('unrecognized_scac', 'No such line.', { pointer: '/data/attributes/scac' })] }); }];
    const thrown = await client.getTrackingRequest({ accountId: 'a', id: 'r1' }).catch((error: unknown) => error);
    expect(thrown).to.deep.include({ name: 'Problem', code: 'blank', detail: 'No number.' });
    expect((thrown as { more: { pointer: string; others: unknown[] } }).more).to.have.property('pointer', '/data/attributes/request_number');
    expect((thrown as { more: { others: { code: string }[] } }).more.others.map(({ code }) => code)).to.deep.equal(['unrecognized_scac']);
  });

  it('asks again for a read while the owner is away', async () => {
    failures = [away, away];
    expect(await client.getTrackingRequest({ accountId: 'a', id: 'r1' })).to.include({ id: 'r1' });
    expect(asked).to.have.length(3);
  });

  it('never repeats a write, which may have been done', async () => {
    failures = [away];
    const thrown = await client.cancelTrackingRequest({ accountId: 'a', id: 'r1' }).catch((error: unknown) => error);
    expect(thrown).to.include({ code: 'unavailable' });
    expect(asked).to.have.length(1);
  });

  it('carries the request id to the owner [D-12]', async () => {
    await inCall({ requestId: 'request-12345' }, () => client.getTrackingRequest({ accountId: 'a', id: 'r1' }));
    expect(asked).to.deep.equal(['getTrackingRequest request-12345']);
  });
});
