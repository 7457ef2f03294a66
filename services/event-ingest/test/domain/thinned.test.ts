import { expect } from 'chai';
import { normalise } from '../../src/domain/normalise.js';
import { allEvents } from '../../src/domain/snapshot.js';
import { thinned } from '../../src/domain/thinned.js';
import { loadAtYantian } from '../support/raw-events.js';

const MEBIBYTE = 1_048_576;

const snapshotOf = (count: number, label: string) => {
  const events = Array.from({ length: count }, (_, index) => loadAtYantian({ eventID: `e${index}`, equipmentReference: `TRKU${String(index % 90).padStart(7, '0')}`, originalEvent: label, transportCall: { exportVoyageNumber: `V${index}`, UNLocationCode: 'CNYTN' } }));
  const result = normalise([events], { body: { kind: 'array' }, repairs: [] }, { type: 'bill_of_lading', number: 'X' }, { scac: 'EXMP', providerName: 'Example', now: new Date('2027-01-01T00:00:00Z'), zoneOf: () => null });
  if (!result.ok) throw new Error(result.reason);
  return result.snapshot;
};

describe('thinned', () => {
  it('leaves a large shipment as it is', () => {
    const snapshot = snapshotOf(1_200, 'Loaded on board');
    expect(thinned(snapshot)).to.equal(snapshot);
  });

  it('lets nothing through that the bus would not take', () => {
    for (const [count, length] of [[90, 1_000_000], [1_900, 600], [2_500, 10], [101, 1_000_000]] as const) {
      const thin = thinned(snapshotOf(count, 'x'.repeat(length)));
      if (thin) expect(JSON.stringify(thin).length).to.be.lessThan(MEBIBYTE);
    }
    expect(thinned(snapshotOf(1_900, 'x'.repeat(600)))).to.equal(null);
    expect(allEvents(thinned(snapshotOf(90, 'x'.repeat(1_000_000))) ?? snapshotOf(1, ''))).to.have.length(90);
  });
});
