import { expect } from 'chai';
import fc from 'fast-check';
import { nextPoll, nextRetry, phaseOf, PHASES } from '../../src/domain/poll-policy.js';
import { normalise } from '../../src/domain/normalise.js';
import type { Json } from '../../src/domain/json.js';
import type { Snapshot } from '../../src/domain/snapshot.js';
import { arrivalAtLosAngeles, loadAtYantian, move } from '../support/raw-events.js';

const HOUR_MS = 3_600_000;
const NOW = new Date('2026-03-10T00:00:00Z');
const PHASED = { kind: 'phased' } as const;

const snapshotOf = (events: Json[]): Snapshot => {
  const result = normalise([events], { body: { kind: 'array' }, repairs: [] }, { type: 'bill_of_lading', number: 'X' }, { scac: 'EXMP', providerName: 'Example', now: new Date('2027-01-01T00:00:00Z'), zoneOf: () => null });
  if (!result.ok) throw new Error(result.reason);
  return result.snapshot;
};

const phase = (events: Json[], at: string) => phaseOf(snapshotOf(events), new Date(at));

describe('poll-policy', () => {
  const sailed = [loadAtYantian(), arrivalAtLosAngeles()];

  it('follows the journey: daily before gate-in, often around ports, seldom at sea [D-35]', () => {
    expect(phase([move('GTOT', 'EMPTY', '2026-02-27T02:00:00Z')], '2026-02-28T00:00:00Z')).to.equal('before_gate_in');
    expect(phase(sailed, '2026-03-02T12:00:00Z')).to.equal('port_call');
    expect(phase(sailed, '2026-03-10T00:00:00Z')).to.equal('under_way');
    expect(phase(sailed, '2026-03-17T06:00:00Z')).to.equal('port_call');
    expect(phase(sailed, '2026-03-25T00:00:00Z')).to.equal('under_way');
  });

  it('is over when every box came back empty after it had left full', () => {
    const back = [...sailed, move('GTOT', 'LADEN', '2026-03-20T00:00:00Z'), move('GTIN', 'EMPTY', '2026-03-24T00:00:00Z')];
    expect(phase(back, '2026-03-24T06:00:00Z')).to.equal('over');
    expect(phase([...back, loadAtYantian({ eventID: 'other', equipmentReference: 'TRKU1000237' })], '2026-03-26T00:00:00Z')).to.equal('under_way');
    expect(phase([...sailed, move('GTIN', 'EMPTY', '2026-02-20T00:00:00Z')], '2026-03-10T00:00:00Z')).to.equal('under_way');
  });

  it('waits within the bounds of its phase, spread by luck', () => {
    const bounds = { before_gate_in: [22, 26], port_call: [1, 2], under_way: [6, 12], over: [22, 26] } as const;
    fc.assert(
      fc.property(fc.constantFrom(...PHASES), fc.double({ min: 0, max: 1, noNaN: true }), (name, luck) => {
        const hours = (nextPoll(name, PHASED, NOW, luck).getTime() - NOW.getTime()) / HOUR_MS;
        expect(hours).to.be.within(bounds[name][0], bounds[name][1]);
      }),
    );
  });

  it('goes at the pace of a source whose days are seconds, and rests when its journey is over [D-62]', () => {
    const fixed = { kind: 'fixed', everyMs: 250, restMs: 5_000 } as const;
    expect(nextPoll('under_way', fixed, NOW, 0.5).getTime() - NOW.getTime()).to.equal(250);
    expect(nextPoll('over', fixed, NOW, 0.5).getTime() - NOW.getTime()).to.equal(5_000);
  });

  it('comes back soon after a fault, later after many, never later than usual, and never before it was told', () => {
    const wait = (faults: number, retryAfterMs?: number) => (nextRetry('under_way', PHASED, faults, NOW, 0.5, retryAfterMs).getTime() - NOW.getTime()) / 60_000;
    expect([1, 2, 3, 20].map((faults) => wait(faults))).to.deep.equal([15, 30, 60, 9 * 60]);
    expect(wait(1, 24 * HOUR_MS)).to.equal(24 * 60);
  });
});
