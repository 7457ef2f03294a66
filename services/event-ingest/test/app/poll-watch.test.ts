import { expect } from 'chai';
import { pages, plainProfile, tracking, world } from '../support/asking.js';
import { arrivalAtLosAngeles, loadAtYantian, move } from '../support/raw-events.js';

const HOUR_MS = 3_600_000;

const tracked = async (profile = plainProfile()) => {
  const all = world([profile]);
  all.carrier.answers.set('BL4410077', pages([loadAtYantian(), arrivalAtLosAngeles()]));
  const request = all.wanted();
  await all.use.lookUp(request, 0);
  await all.poll();
  const later = async (hours: number) => {
    all.memory.clock.now = new Date(all.memory.clock.now.getTime() + hours * HOUR_MS);
    await all.poll();
  };
  return { ...all, request, later, watch: () => [...all.memory.watches.values()][0]! };
};

describe('pollWatch', () => {
  it('keeps asking at the pace of the journey, and tells an unchanged answer too [D-35]', async () => {
    const { memory, carrier, later, watch } = await tracked();
    await later(13);
    expect(carrier.asked).to.have.length(2);
    const [first, second] = memory.said.map((said) => (said.fact === 'snapshot_taken' ? said : undefined));
    expect(second?.digest).to.equal(first?.digest);
    expect([first?.sequence, second?.sequence]).to.deep.equal([1, 2]);
    expect(watch().lastChangedAt).to.deep.equal(new Date('2026-03-10T00:00:00Z'));
    expect(watch().lastAnsweredAt).to.deep.equal(new Date('2026-03-10T13:00:00Z'));
  });

  it('keeps the same raw answer once', async () => {
    const { memory, later } = await tracked();
    await later(13);
    expect(memory.payloads.size).to.equal(1);
    expect([...memory.payloads.values()][0]?.until).to.deep.equal(new Date('2026-03-11T13:00:00Z'));
  });

  it('tells followers that a later poll failed, and changes nothing else [D-35]', async () => {
    const { memory, carrier, later, watch } = await tracked();
    carrier.answers.set('BL4410077', { kind: 'fault', reason: 'shipping_line_unreachable', detail: 'away' });
    const before = watch();
    await later(13);
    expect(memory.said.at(-1)).to.include({ fact: 'poll_failed', reason: 'shipping_line_unreachable', source: 'line' });
    expect(watch()).to.include({ digest: before.digest, sequence: before.sequence, lastFault: 'shipping_line_unreachable' });
    expect(watch().trackers[0]?.state).to.equal('live');
  });

  it('does not take an empty answer for the end of a journey it has seen [D-24]', async () => {
    const { memory, carrier, later } = await tracked();
    carrier.answers.set('BL4410077', { kind: 'absent', known: false, detail: 'gone' });
    await later(13);
    expect(memory.said.at(-1)).to.include({ fact: 'poll_failed', reason: 'not_found' });
  });

  it('costs no call when nobody follows any more, and asks at once when somebody returns [D-30]', async () => {
    const { carrier, use, request, later, poll } = await tracked();
    await use.stopTracking(tracking(request, 1));
    await later(48);
    expect(carrier.asked).to.have.length(1);
    await use.resumeTracking(tracking(request, 2));
    await poll();
    expect(carrier.asked).to.have.length(2);
  });

  it('goes on when a stop is heard only after the resume that followed it, however often both are heard [D-30]', async () => {
    const { carrier, use, request, later, watch } = await tracked();
    for (let times = 0; times < 2; times += 1) {
      await use.resumeTracking(tracking(request, 3));
      await use.stopTracking(tracking(request, 2));
    }
    expect(watch().trackers[0]).to.include({ state: 'live', told: 3 });
    await later(48);
    expect(carrier.asked).to.have.length(2);
    await use.stopTracking(tracking(request, 4));
    expect(watch().dueAt).to.equal(null);
  });

  it('ends when its shipment was resumed only to stop again, in whichever order the two are heard [D-30]', async () => {
    const { use, request, watch } = await tracked();
    await use.stopTracking(tracking(request, 1));
    await use.resumeTracking(tracking(request, 2));
    await use.stopTracking(tracking(request, 2));
    await use.resumeTracking(tracking(request, 2));
    expect(watch()).to.deep.include({ dueAt: null });
    expect(watch().trackers[0]?.state).to.equal('stopped');
  });

  it('goes on for one account when another one stops [D-30]', async () => {
    const { carrier, memory, use, request, wanted, later, poll } = await tracked();
    await use.lookUp(wanted({ accountId: 'account-2' }), 0);
    await poll();
    await use.endTracking(request);
    await later(13);
    const last = memory.said.at(-1);
    expect(carrier.asked).to.have.length(3);
    expect(last?.fact === 'snapshot_taken' && last.trackers.map(({ accountId }) => accountId)).to.deep.equal(['account-2']);
  });

  it('takes a fault of ours for an answer, so that nobody waits for ever [D-23]', async () => {
    const all = world();
    all.carrier.answers.set('BL4410077', () => {
      throw new Error('a bug');
    });
    await all.use.lookUp(all.wanted(), 0);
    await all.poll();
    expect(all.memory.said[0]).to.include({ fact: 'lookup_failed', reason: 'internal_processing_error' });
    expect(all.memory.faults).to.have.length(1);
  });

  it('answers who waits when the breaker is open, instead of asking [D-23]', async () => {
    const all = world([plainProfile({ limits: { perMinute: 600, burst: 100, breakAfter: 2, openMs: 600_000, longestOpenMs: 600_000 } })]);
    for (const number of ['A1', 'A2', 'A3']) {
      all.carrier.answers.set(number, { kind: 'fault', reason: 'shipping_line_unreachable', detail: 'away' });
      await all.use.lookUp(all.wanted({ normalizedNumber: number }), 0);
      await all.poll();
    }
    expect(all.carrier.asked).to.deep.equal(['A1', 'A2']);
    expect(all.memory.said.map((said) => said.fact)).to.deep.equal(['lookup_failed', 'lookup_failed', 'lookup_failed']);
  });

  it('waits its turn when the bucket is empty, and then asks', async () => {
    const all = world([plainProfile({ limits: { perMinute: 60, burst: 1, breakAfter: 5, openMs: 1_000, longestOpenMs: 1_000 } })]);
    for (const number of ['A1', 'A2']) await all.use.lookUp(all.wanted({ normalizedNumber: number }), 0);
    await all.poll();
    expect(all.carrier.asked).to.have.length(1);
    all.memory.clock.now = new Date(all.memory.clock.now.getTime() + 1_100);
    await all.poll();
    expect(all.carrier.asked).to.have.length(2);
  });

  it('leaves a carrier alone that said when to come back [D-23]', async () => {
    const { carrier, later } = await tracked();
    carrier.answers.set('BL4410077', { kind: 'throttled', detail: 'slow down', retryAfterMs: 20 * HOUR_MS });
    await later(13);
    carrier.answers.set('BL4410077', pages([loadAtYantian()]));
    await later(13);
    expect(carrier.asked).to.have.length(2);
    await later(8);
    expect(carrier.asked).to.have.length(3);
  });

  it('judges the future by the clock of the source [D-62]', async () => {
    const all = world();
    all.carrier.clockIs = new Date('2027-06-01T00:00:00Z');
    all.carrier.answers.set('BL4410077', pages([move('GTOT', 'LADEN', '2027-05-30T00:00:00Z')]));
    await all.use.lookUp(all.wanted(), 0);
    await all.poll();
    const [said] = all.memory.said;
    expect(said?.fact === 'snapshot_taken' && said.snapshot.containers[0]?.events[0]).to.deep.include({ classifier: 'ACT', flags: [] });
    expect(said?.fact === 'snapshot_taken' && said.sourceNow).to.deep.equal(all.carrier.clockIs);
  });

  it('takes no answer for read while the clock of the source is not known: all that happened would seem to lie ahead [D-62] [D-32]', async () => {
    const all = world();
    all.carrier.clockIs = 'stopped';
    all.carrier.answers.set('BL4410077', pages([move('GTOT', 'LADEN', '2027-05-30T00:00:00Z')]));
    await all.use.lookUp(all.wanted(), 0);
    await all.poll();
    const [said] = all.memory.said;
    expect(said).to.include({ fact: 'lookup_failed', reason: 'shipping_line_unreachable' });
  });

  it('parks what broke the schema and lists unknown codes, once an answer', async () => {
    const { memory, carrier, later } = await tracked();
    carrier.answers.set('BL4410077', pages([loadAtYantian(), { eventType: 'EQUIPMENT' }, loadAtYantian({ eventID: 'z', equipmentEventTypeCode: 'ZZZZ' })]));
    await later(13);
    await later(13);
    expect(memory.parked).to.have.length(1);
    expect([...memory.unknown]).to.deep.equal([['EXMP:EQUIPMENT/ZZZZ', 1]]);
  });

  it('thins a flood of one step told ten thousand times, and refuses a flood of different ones', async () => {
    const all = world();
    const flood = Array.from({ length: 10_000 }, (_, index) => arrivalAtLosAngeles({ eventID: String(index), eventCreatedDateTime: new Date(1_700_000_000_000 + index * 1_000).toISOString() }));
    all.carrier.answers.set('BL4410077', pages(flood));
    all.carrier.answers.set('OTHER', pages(flood.map((event, index) => ({ ...event, transportCall: { UNLocationCode: 'USLAX', importVoyageNumber: `V${index}` } }))));
    for (const number of ['BL4410077', 'OTHER']) await all.use.lookUp(all.wanted({ normalizedNumber: number }), 0);
    await all.poll();
    const taken = all.memory.said.find((said) => said.fact === 'snapshot_taken');
    expect(taken?.fact === 'snapshot_taken' && taken.snapshot.events).to.have.length(1);
    expect(all.memory.said.find((said) => said.fact === 'lookup_failed')).to.include({ reason: 'unrecognized_response' });
  });

  it('answers a tracker that joined while the carrier was being asked', async () => {
    const all = world();
    const second = all.wanted({ accountId: 'account-2' });
    let joined: Promise<void> = Promise.resolve();
    all.carrier.answers.set('BL4410077', () => {
      joined = all.use.lookUp(second, 0);
      return pages([loadAtYantian()]);
    });
    await all.use.lookUp(all.wanted(), 0);
    await all.poll();
    await joined;
    await all.poll();
    const told = all.memory.said.flatMap((said) => (said.fact === 'snapshot_taken' ? said.trackers.map(({ accountId }) => accountId) : []));
    expect(new Set(told)).to.deep.equal(new Set(['account-1', 'account-2']));
  });

  it('refreshes on demand for whoever tracks the number, and for nobody else', async () => {
    const { carrier, use, request, poll, later } = await tracked();
    await later(1);
    expect(await use.refresh('stranger', 'EXMP', ['BL4410077'])).to.deep.equal([]);
    expect(await use.refresh(request.accountId, 'EXMP', ['BL4410077'])).to.deep.equal(['Shipping line']);
    await poll();
    expect(carrier.asked).to.have.length(2);
  });

  it('tells every source and its freshness to the account that tracks [D-35]', async () => {
    const { use, request, watch } = await tracked();
    const [source] = await use.listSources(request.accountId, [request.trackingRequestId]);
    expect(source).to.include({ kind: 'line', name: 'EXMP', lastAnsweredAt: watch().lastAnsweredAt, nextDueAt: watch().dueAt, lastFault: null });
    expect(await use.listSources('stranger', [request.trackingRequestId])).to.deep.equal([]);
  });
});

describe('a carrier that hangs', () => {
  it('holds up no other carrier', async () => {
    const all = world([plainProfile({ concurrency: 2 }), plainProfile({ scac: 'GOOD' })]);
    const never = new Promise<never>(() => undefined);
    const ask = all.carrier.ask;
    all.carrier.ask = (profile, ...rest) => (profile.scac === 'EXMP' ? never : ask(profile, ...rest));
    all.carrier.answers.set('G1', pages([loadAtYantian()]));
    for (const number of ['H1', 'H2', 'H3']) await all.use.lookUp(all.wanted({ normalizedNumber: number }), 0);
    await all.use.lookUp(all.wanted({ scac: 'GOOD', normalizedNumber: 'G1' }), 0);
    await all.use.poller.turn();
    for (let turn = 0; turn < 20; turn += 1) await Promise.resolve();
    await new Promise((resolve) => setImmediate(resolve));
    expect(all.memory.said.map((said) => said.fact)).to.deep.equal(['snapshot_taken']);
  });
});
