import { TrackingRequestServiceService } from '@landfall/contracts/gen/tracking_request/v1/tracking_request';
import { grpcClient, type Caller } from '@landfall/kit/grpc-client';
import type { Problem } from '@landfall/kit/problem';
import { until } from '@landfall/testkit/until';
import { expect } from 'chai';
import { ACCOUNT, billOfLading, told } from '../harness/creates.js';
import { stack, type Stack } from '../harness/stack.js';

const codeOf = (promise: Promise<unknown>) => promise.then(() => 'done', (error: Problem) => error.code);

describe('a store or a bus that is away', () => {
  let running: Stack;
  let caller: Caller<typeof TrackingRequestServiceService>;
  before(async () => {
    running = await stack({ started: false });
    caller = grpcClient(TrackingRequestServiceService, running.grpcAddress, { deadlineMs: 10_000 });
  });
  after(async () => {
    caller.close();
    await running.stop();
  });

  it('at start: the service says what it waits for, is not ready, and is when they come', async () => {
    await running.service.start({ wait: false });
    await until('it says so', () => running.serviceLog().includes('mongo.waiting'));
    expect(await running.service.ready()).to.equal(false);
    await running.store.start();
    await running.bus.start();
    await until('it is ready', () => running.service.ready());
    expect(await codeOf(caller.createTrackingRequest(billOfLading('MAEU00000001')))).to.equal('done');
  });

  it('later, the store: reads and writes answer unavailable, nothing is half done, and all recovers without a restart [D-08]', async () => {
    await running.store.kill();
    expect(await codeOf(caller.createTrackingRequest(billOfLading('MAEU00000002')))).to.equal('unavailable');
    expect(await codeOf(caller.listTrackingRequests({ accountId: ACCOUNT, page: undefined, filters: [], sort: [], q: '' }))).to.equal('unavailable');
    await running.store.start();
    await until('it takes requests again', async () => (await codeOf(caller.createTrackingRequest(billOfLading('MAEU00000002')))) !== 'unavailable');
    const { items } = await caller.listTrackingRequests({ accountId: ACCOUNT, page: undefined, filters: [], sort: [], q: '' });
    expect(items.map(({ requestNumber }) => requestNumber)).to.deep.equal(['MAEU00000002', 'MAEU00000001']);
  });

  it('later, the bus: requests are taken all the same, and told when it is back [TR-01]', async () => {
    await running.bus.kill();
    const dark = await caller.createTrackingRequest(billOfLading('MAEU00000003'));
    await running.bus.start();
    await until('it is told', async () => (await told(running.natsUrl)).get(dark.id) === 1, 30_000);
  });
}).timeout(90_000);
