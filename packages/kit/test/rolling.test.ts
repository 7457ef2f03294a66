import { TrackingRequest, TrackingRequestServiceService } from '@landfall/contracts/gen/tracking_request/v1/tracking_request';
import { Event, WebhookDispatchServiceService } from '@landfall/contracts/gen/webhook_dispatch/v1/webhook_dispatch';
import { until } from '@landfall/testkit/until';
import { expect } from 'chai';
import { grpcServer, serverStream, unary, type GrpcServer } from '../src/grpc.js';
import { grpcClient } from '../src/grpc-client.js';
import { logger } from '../src/log.js';
import type { Problem } from '../src/problem.js';

const log = logger('test', 'silent');

describe('two replicas of an owner', () => {
  const served = { one: 0, two: 0 };
  const replicas: GrpcServer[] = [];

  const replica = (name: keyof typeof served, port = 0): GrpcServer => {
    const methods = Object.fromEntries(Object.keys(TrackingRequestServiceService).map((method) => [method, unary(async () => {
      served[name] += 1;
      await new Promise((resolve) => setTimeout(resolve, 5));
      return TrackingRequest.fromJSON({ id: name });
    })]));
    const streams = {
      ...methods,
      streamEvents: serverStream(async function* (_: unknown, signal: AbortSignal) {
        yield Event.fromJSON({ sequence: 1 });
        await new Promise<void>((resolve) => signal.addEventListener('abort', () => resolve(), { once: true }));
      }),
    };
    return grpcServer({ port, log, service: 'test', services: [[TrackingRequestServiceService, methods as never], [WebhookDispatchServiceService, streams as never]] });
  };
  const address = () => `ipv4:${replicas.map((each) => `127.0.0.1:${each.port()}`).join(',')}`;

  beforeEach(async () => {
    replicas.splice(0, 2, replica('one'), replica('two'));
    for (const each of replicas) await each.start();
    served.one = 0;
    served.two = 0;
  });
  afterEach(() => Promise.all(replicas.map((each) => each.stop())));

  it('share the calls, and each can be restarted under load without one write that fails', async () => {
    const caller = grpcClient(TrackingRequestServiceService, address());
    let busy = true;
    const failures: unknown[] = [];
    const asking = Array.from({ length: 8 }, async () => {
      while (busy) await caller.cancelTrackingRequest({ accountId: 'a', id: 'x', ifRevision: undefined } as never).catch((error: unknown) => failures.push(error));
    });
    await until('both serve', () => served.one > 20 && served.two > 20);
    const [one, two] = replicas as [GrpcServer, GrpcServer];
    for (const [name, old] of [['one', one], ['two', two]] as const) {
      const port = old.port();
      old.closing?.();
      await old.stop();
      const successor = replica(name, port);
      await successor.start();
      replicas[name === 'one' ? 0 : 1] = successor;
      const before = served[name];
      await until('the successor serves', () => served[name] > before + 20);
    }
    busy = false;
    await Promise.all(asking);
    expect(failures).to.deep.equal([]);
    caller.close();
  });

  it('send the readers of endless streams elsewhere at once, instead of waiting for them', async () => {
    const caller = grpcClient(WebhookDispatchServiceService, `127.0.0.1:${replicas[0]?.port()}`);
    const heard = caller.streamEvents({ accountId: 'a', afterSequence: 0, size: 0, types: [], containerId: undefined, shipmentId: undefined, since: undefined, until: undefined }, new AbortController().signal)[Symbol.asyncIterator]();
    await heard.next();
    const end = heard.next().then(() => 'ended', (error: Problem) => `${error.code}: ${(error.cause as { details?: string }).details}`);
    await replicas[0]?.stop();
    // Said by the owner itself; what the server cuts after its patience carries no such sentence.
    expect(await end).to.equal('unavailable: This replica stops; ask again.');
    caller.close();
  });
});
