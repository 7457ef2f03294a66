import { expect } from 'chai';
import type { TerminalConnector } from '../../src/app/ports.js';
import { readCanonicalReport } from '../../src/domain/terminal-report.js';
import { terminals } from '../../src/outside/terminals/terminals.js';
import { pages, plainProfile, world } from '../support/asking.js';
import { set315, x12 } from '../support/edi.js';
import { loadAtYantian, move } from '../support/raw-events.js';

describe('rederive', () => {
  it('runs a repaired mapping over kept answers and tells only real differences [D-32]', async () => {
    const profile = plainProfile();
    const all = world([profile]);
    const cma = { carrierSpecificData: { internalEventLabel: 'Loaded on board', shipmentLocationType: 'POL' } };
    all.carrier.answers.set('BL1', pages([loadAtYantian(cma)]));
    all.carrier.answers.set('BL2', pages([loadAtYantian()]));
    for (const normalizedNumber of ['BL1', 'BL2']) await all.use.lookUp(all.wanted({ normalizedNumber }), 0);
    await all.poll();
    expect(await all.use.rederive({}, '', 100)).to.deep.include({ watches: 2, changed: 0 });

    profile.repairs = ['cma_specifics'];
    const asked = all.carrier.asked.length;
    expect(await all.use.rederive({ scac: 'EXMP' }, '', 100)).to.deep.include({ watches: 2, changed: 1 });
    expect(all.carrier.asked).to.have.length(asked);
    const last = all.memory.said.at(-1);
    expect(last?.fact === 'snapshot_taken' && [last.sequence, last.snapshot.portOfLadingLocode]).to.deep.equal([2, 'CNYTN']);
    expect(await all.use.rederive({}, '', 100)).to.deep.include({ watches: 2, changed: 0 });
  });

  it('reads with the clock of the answer: what was ahead of its time then stays it [D-32]', async () => {
    const all = world();
    const tomorrow = new Date(all.memory.clock.now.getTime() + 86_400_000);
    all.carrier.answers.set('BL1', pages([loadAtYantian({ eventDateTime: tomorrow.toISOString() })]));
    await all.use.lookUp(all.wanted({ normalizedNumber: 'BL1' }), 0);
    await all.poll();
    all.memory.clock.now = new Date(tomorrow.getTime() + 86_400_000);
    expect((await all.use.rederive({}, '', 100)).changed).to.equal(0);
  });

  it('goes on where the call before ended [D-32]', async () => {
    const all = world();
    for (const normalizedNumber of ['BL1', 'BL2', 'BL3']) {
      all.carrier.answers.set(normalizedNumber, pages([loadAtYantian()]));
      await all.use.lookUp(all.wanted({ normalizedNumber }), 0);
    }
    await all.poll();
    const first = await all.use.rederive({}, '', 2);
    const second = await all.use.rederive({}, first.nextAfter, 2);
    expect([first.watches, second.watches, second.nextAfter]).to.deep.equal([2, 1, '']);
  });

  it('reads mailboxes again, also of lines that nobody can ask [D-32]', async () => {
    const all = world([]);
    await all.use.lookUp(all.wanted({ scac: 'CARX', normalizedNumber: 'BL4410077' }), 0);
    await all.poll();
    await all.use.receive({ accountId: '', format: 'x12', body: Buffer.from(x12([set315()])), headers: {}, channel: 'carx' });
    expect(await all.use.rederive({}, '', 100)).to.deep.include({ watches: 1, changed: 0 });
    // A mapping that reads the same message otherwise: the kept text stands for it.
    for (const [id, payload] of all.memory.payloads) all.memory.payloads.set(id, { ...payload, texts: payload.texts.map((text) => text.replace('"UV"', '"AE"')) });
    expect(await all.use.rederive({}, '', 100)).to.deep.include({ watches: 1, changed: 1 });
    const last = all.memory.said.at(-1);
    expect(last?.fact === 'snapshot_taken' && last.snapshot.containers[0]?.events.some(({ eventCode }) => eventCode === 'LOAD')).to.equal(true);
  });

  it('reads terminals again and tells whoever follows the number [D-32]', async () => {
    const told = { status: 'hold' };
    const door: TerminalConnector = {
      name: 'quay', kind: 'terminal', concurrency: 1, fixedMs: 250, serves: () => true,
      ask: async (_credential, container, place) => door.read(JSON.stringify({ container, available: false, holds: [{ name: 'customs', status: 'hold' }] }), container, place, all.memory.clock.now),
      read: (text, container, place, at) => {
        const read = readCanonicalReport({ ...(JSON.parse(text) as object), holds: [{ name: 'customs', ...told }] }, { scac: 'quay', providerName: 'quay', now: at, zoneOf: () => 'UTC', source: 'quay', from: 'terminal', container, place });
        return read.ok ? { kind: 'report', report: read.report, text } : { kind: 'fault', detail: read.fault };
      },
    };
    const all = world([plainProfile()], { terminals: terminals([door]) });
    all.carrier.answers.set('BL1', pages([loadAtYantian(), move('DISC', 'LADEN', '2026-03-09T12:00:00Z', { transportCall: { modeOfTransport: 'VESSEL', UNLocationCode: 'USLAX' } })]));
    await all.use.lookUp(all.wanted({ normalizedNumber: 'BL1' }), 0);
    await all.poll();
    expect(all.memory.reports.at(-1)?.report.holds).to.have.length(1);
    expect((await all.use.rederive({}, '', 100)).changed).to.equal(0);
    told.status = 'released';
    expect((await all.use.rederive({}, '', 100)).changed).to.equal(1);
    expect(all.memory.reports.at(-1)).to.deep.include({ trackers: all.memory.reports[0]?.trackers });
    expect(all.memory.reports.at(-1)?.report.holds).to.deep.equal([]);
  });
});

describe('unknown codes', () => {
  it('are listed until a mapping knows them [D-32]', async () => {
    const all = world();
    all.memory.unknown.set('EXMP:EQUIPMENT/ZZZZ', 3);
    all.memory.unknown.set('EXMP:EQUIPMENT/LOAD', 1);
    expect((await all.use.unknownCodes(10)).map(({ code, seen }) => [code, seen])).to.deep.equal([['EQUIPMENT/ZZZZ', 3]]);
  });
});
