import { expect } from 'chai';
import type { TerminalReading } from '../../src/domain/terminal-report.js';
import { readApmReport, readCanonicalReport } from '../../src/domain/terminal-report.js';

const reading: TerminalReading = {
  scac: 'sandbox', providerName: 'sandbox', source: 'sandbox', from: 'terminal', container: 'TRKU1000010', now: new Date('2026-03-20T00:00:00Z'),
  place: { locode: 'USLAX', smdgCode: 'APMT', bicCode: null },
  zoneOf: ({ locode }: { locode?: string | undefined }) => (locode === 'USLAX' ? 'America/Los_Angeles' : null),
};

const canonical = {
  container: 'TRKU1000010', terminal: { locode: 'USLAX', smdg: 'APMT', firms: 'Y773' }, checkedAt: '2026-03-19T22:00:00Z', available: true, lastFreeDay: '2026-03-24',
  holds: [{ name: 'CUSTOMS', status: 'hold', description: 'Exam' }, { name: 'freight', status: 'released' }, { name: 'Weird', status: 'Pending' }],
  fees: [{ type: 'Demurrage', amount: 150.5, currency: 'usd' }, { type: 'Reefer monitoring', amount: 20, currency: 'EUR' }, { type: 'exam', amount: 'free' }],
  yardLocation: 'B12', appointmentAt: '2026-03-22T10:00:00',
  events: [{ equipmentEventTypeCode: 'GTOT', emptyIndicatorCode: 'LADEN', eventDateTime: '2026-03-19T20:00:00Z', eventID: 'g1' }],
};

describe('terminal reports', () => {
  it('are read field by field, in our words [D-14]', () => {
    const read = readCanonicalReport(canonical, reading);
    if (!read.ok) throw new Error(read.fault);
    const { events, ...report } = read.report;
    expect(report).to.deep.equal({
      containerNumber: 'TRKU1000010', terminalLocode: 'USLAX', terminalSmdgCode: 'APMT', terminalFirmsCode: 'Y773', checkedAt: new Date('2026-03-19T22:00:00Z'), available: true,
      lastFreeDay: '2026-03-24', lastFreeDayOf: 'terminal',
      holds: [{ name: 'customs', status: 'hold', description: 'Exam' }, { name: 'other', status: 'pending', description: 'Weird' }],
      fees: [{ type: 'demurrage', amount: 150.5, currencyCode: 'USD' }, { type: 'other', amount: 20, currencyCode: 'EUR' }],
      yardLocation: 'B12', appointmentAt: new Date('2026-03-22T17:00:00Z'), source: 'sandbox', chassisNumber: undefined, offDock: undefined,
    });
    expect(events[0]).to.include({ key: 'terminal:sandbox:sandbox:EQUIPMENT:g1', eventCode: 'GTOT', emptyIndicator: 'LADEN', dataSource: 'terminal' });
  });

  it('judge the future by the terminal\'s own clock (rule 4) [D-62]', () => {
    const read = readCanonicalReport({ ...canonical, checkedAt: '2027-01-01T00:00:00Z', events: [{ ...canonical.events[0], eventDateTime: '2026-12-31T00:00:00Z' }] }, reading);
    expect(read.ok && read.report.events[0]).to.deep.include({ classifier: 'ACT', flags: [] });
  });

  it('keep a last free day the day that the terminal wrote, whatever the hour behind it [D-14]', () => {
    for (const lastFreeDay of ['2026-03-24', '2026-03-24T00:00:00', '2026-03-24T23:59:00-07:00', '2026-03-24T00:00:00Z']) {
      const read = readCanonicalReport({ ...canonical, lastFreeDay }, reading);
      expect(read.ok && read.report.lastFreeDay).to.equal('2026-03-24');
    }
  });

  it('say nothing of availability until a terminal does', () => {
    const read = readCanonicalReport({ container: 'TRKU1000010' }, reading);
    expect(read.ok && read.report).to.deep.include({ available: undefined, lastFreeDay: undefined, lastFreeDayOf: undefined, holds: [], fees: [], terminalLocode: 'USLAX' });
  });

  it('about another container are no answer', () => {
    expect(readCanonicalReport({ ...canonical, container: 'TRKU1000237' }, reading)).to.deep.equal({ ok: false, fault: 'The answer is about TRKU1000237.' });
    expect(readCanonicalReport([], reading).ok).to.equal(false);
  });

  it('of APM Terminals are read with holds as lists, words and counts [D-14]', () => {
    const row = { containerId: 'TRKU1000010', containerState: 'Departed', readyForDelivery: 'Yes', yardLocation: 'Wheels', storagePaidThroughDate: '2026-03-24T00:00:00', demurrageAmount: 300, customsHolds: 'HOLD', freightHolds: 'Released', otherHolds: 2, appointmentDateTime: '2026-03-21T08:00:00', gateOutDate: '2026-03-21T09:12:00' };
    const read = readApmReport([{ containerId: 'OTHER' }, row], reading);
    if (!read.ok) throw new Error(read.fault);
    expect(read.report).to.deep.include({ available: true, lastFreeDay: '2026-03-24', yardLocation: 'Wheels', appointmentAt: new Date('2026-03-21T15:00:00Z') });
    expect(read.report.holds).to.deep.equal([{ name: 'customs', status: 'hold', description: 'HOLD' }, { name: 'other', status: 'hold', description: '2 otherHolds' }]);
    expect(read.report.events[0]).to.deep.include({ eventCode: 'GTOT', occursAt: new Date('2026-03-21T16:12:00Z') });
    expect(readApmReport([], reading)).to.include({ ok: false });
  });

  it('of a railway are the railway’s word: its free day, and what it saw at its ramp (rule 15) [D-32]', () => {
    const read = readCanonicalReport({ ...canonical, source: 'anything' }, { ...reading, source: 'cn_rail', from: 'rail' });
    expect(read.ok && [read.report.source, read.report.lastFreeDayOf, read.report.events[0]?.dataSource]).to.deep.equal(['rail', 'rail', 'rail']);
  });
});
