import { expect } from 'chai';
import type { TerminalAnswer, TerminalConnector } from '../../src/app/ports.js';
import { readCanonicalReport } from '../../src/domain/terminal-report.js';
import { terminals } from '../../src/outside/terminals/terminals.js';
import { pages, plainProfile, tracking, world } from '../support/asking.js';
import { arrivalAtLosAngeles, loadAtYantian } from '../support/raw-events.js';

const HOUR_MS = 3_600_000;

const door = () => {
  const asked: string[] = [];
  const state: { answer: (container: string) => TerminalAnswer } = { answer: () => ({ kind: 'absent', detail: 'not yet' }) };
  const connector: TerminalConnector = {
    name: 'quay',
    kind: 'terminal',
    concurrency: 2,
    fixedMs: null,
    serves: ({ locode }) => locode === 'USLAX',
    ask: async (_credential, container) => {
      asked.push(container);
      return state.answer(container);
    },
    read: (_text, container) => state.answer(container),
  };
  return { asked, state, connector };
};

const report = (container: string, more: Record<string, unknown> = {}): TerminalAnswer => {
  const body = { container, available: false, ...more };
  const read = readCanonicalReport(body, { scac: 'quay', providerName: 'quay', source: 'quay', from: 'terminal', container, now: new Date('2026-03-20T00:00:00Z'), place: { locode: 'USLAX', smdgCode: null, bicCode: null }, zoneOf: () => 'America/Los_Angeles' });
  if (!read.ok) throw new Error(read.fault);
  return { kind: 'report', report: read.report, text: JSON.stringify(body) };
};

const arriving = async () => {
  const quay = door();
  const all = world([plainProfile()], { terminals: terminals([quay.connector]) });
  await all.use.credentials.put('quay', '', { key: '1' });
  all.carrier.answers.set('BL4410077', pages([loadAtYantian(), arrivalAtLosAngeles()]));
  const request = all.wanted();
  await all.use.lookUp(request, 0);
  await all.poll();
  const goTo = async (time: string) => {
    all.memory.clock.now = new Date(time);
    await all.poll();
    await all.poll();
  };
  return { ...all, ...quay, request, goTo };
};

describe('pollTerminal', () => {
  it('asks the terminal when the ship is near, and not before [D-35]', async () => {
    const { asked, goTo } = await arriving();
    expect(asked).to.deep.equal([]);
    await goTo('2026-03-16T00:00:00Z');
    expect(asked).to.deep.equal([]);
    await goTo('2026-03-17T00:00:00Z');
    expect(asked).to.deep.equal(['TRKU1000010']);
  });

  it('tells what the terminal says to whoever follows the number', async () => {
    const { memory, state, request, goTo } = await arriving();
    state.answer = (container) => report(container, { available: true, lastFreeDay: '2026-03-24' });
    await goTo('2026-03-18T00:00:00Z');
    expect(memory.reports).to.have.length(1);
    expect(memory.reports[0]?.report).to.include({ available: true, lastFreeDay: '2026-03-24' });
    expect(memory.reports[0]?.trackers).to.deep.equal([{ accountId: request.accountId, trackingRequestId: request.trackingRequestId }]);
    expect([...memory.payloads.values()].filter(({ channel }) => channel === 'terminal')).to.have.length(1);
  });

  it('asks again every hour or two, and stops when the box has left [D-35]', async () => {
    const { asked, state, memory, poll, goTo } = await arriving();
    state.answer = (container) => report(container);
    await goTo('2026-03-18T00:00:00Z');
    memory.clock.now = new Date(memory.clock.now.getTime() + 2 * HOUR_MS + 1);
    state.answer = (container) => report(container, { events: [{ equipmentEventTypeCode: 'GTOT', emptyIndicatorCode: 'LADEN', eventDateTime: '2026-03-18T01:00:00Z' }] });
    await poll();
    expect(asked).to.have.length(2);
    memory.clock.now = new Date(memory.clock.now.getTime() + 5 * HOUR_MS);
    await poll();
    expect(asked).to.have.length(2);
  });

  it('does not ask for a number that nobody follows [D-30]', async () => {
    const { asked, use, request, state, memory, poll, goTo } = await arriving();
    state.answer = (container) => report(container);
    await goTo('2026-03-18T00:00:00Z');
    await use.stopTracking(tracking(request, 1));
    memory.clock.now = new Date(memory.clock.now.getTime() + 5 * HOUR_MS);
    await poll();
    expect(asked).to.have.length(1);
  });

  it('shows the terminal among the sources, with its fault [D-35]', async () => {
    const { state, use, request, goTo } = await arriving();
    state.answer = () => ({ kind: 'fault', detail: 'The terminal answered 503.' });
    await goTo('2026-03-18T00:00:00Z');
    const sources = await use.listSources(request.accountId, [request.trackingRequestId]);
    expect(sources.find(({ kind }) => kind === 'terminal')).to.include({ name: 'quay', subject: 'TRKU1000010', lastFault: 'The terminal answered 503.', lastAnsweredAt: null });
  });

  it('asks the railway where the train ends, tells its report apart, and hurries it on demand [D-35]', async () => {
    const quay = door();
    const ramp: TerminalConnector = { ...door().connector, name: 'ramp', kind: 'rail', serves: ({ locode }) => locode === 'USCHI', ask: async (_credential, container) => report(container, { lastFreeDay: '2026-03-30' }) };
    const all = world([plainProfile()], { terminals: terminals([quay.connector, ramp]) });
    await all.use.credentials.put('ramp', '', { key: '1' });
    const train = { modeOfTransport: 'RAIL', UNLocationCode: 'USCHI', facilityTypeCode: 'RAMP' };
    all.carrier.answers.set('BL4410077', pages([loadAtYantian(), arrivalAtLosAngeles({ eventID: 'rail', transportCall: train, eventDateTime: '2026-03-11T00:00:00Z' })]));
    const request = all.wanted();
    await all.use.lookUp(request, 0);
    await all.poll();
    expect(quay.asked).to.deep.equal([]);
    expect(all.memory.reports.map(({ report: { lastFreeDay } }) => lastFreeDay)).to.deep.equal(['2026-03-30']);
    const sources = await all.use.listSources(request.accountId, [request.trackingRequestId]);
    expect(sources.map(({ kind, name, subject }) => [kind, name, subject])).to.deep.include(['rail', 'ramp', 'TRKU1000010']);
    expect(await all.use.refresh(request.accountId, 'EXMP', ['BL4410077'])).to.deep.equal(['Shipping line', 'Rail']);
  });
});
