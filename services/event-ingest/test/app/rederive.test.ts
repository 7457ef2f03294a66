import { expect } from 'chai';
import { pages, plainProfile, world } from '../support/asking.js';
import { loadAtYantian } from '../support/raw-events.js';

describe('rederive', () => {
  it('runs a repaired mapping over kept answers and tells only real differences [D-32]', async () => {
    const profile = plainProfile();
    const all = world([profile]);
    const cma = { carrierSpecificData: { internalEventLabel: 'Loaded on board', shipmentLocationType: 'POL' } };
    all.carrier.answers.set('BL1', pages([loadAtYantian(cma)]));
    all.carrier.answers.set('BL2', pages([loadAtYantian()]));
    for (const normalizedNumber of ['BL1', 'BL2']) await all.use.lookUp(all.wanted({ normalizedNumber }), 0);
    await all.poll();
    expect(await all.use.rederive({})).to.deep.equal({ watches: 2, changed: 0 });

    profile.repairs = ['cma_specifics'];
    const asked = all.carrier.asked.length;
    expect(await all.use.rederive({ scac: 'EXMP' })).to.deep.equal({ watches: 2, changed: 1 });
    expect(all.carrier.asked).to.have.length(asked);
    const last = all.memory.said.at(-1);
    expect(last?.fact === 'snapshot_taken' && [last.sequence, last.snapshot.portOfLadingLocode]).to.deep.equal([2, 'CNYTN']);
    expect(await all.use.rederive({})).to.deep.equal({ watches: 2, changed: 0 });
  });
});
