import { expect } from 'chai';
import { gate } from '../../src/app/gate.js';
import type { Limits } from '../../src/app/ports.js';
import type { LimitState } from '../../src/domain/limits.js';

const POLICY = { perMinute: null, burst: 10, breakAfter: 2, openMs: 10_000, longestOpenMs: 60_000 };
const COUNTED = { ...POLICY, perMinute: 60, burst: 2 };

/** One row that several replicas share, and what it cost them. */
const shared = () => {
  const rows = new Map<string, LimitState>();
  const clock = { now: new Date('2026-03-10T00:00:00Z') };
  const cost = { reads: 0, writes: 0 };
  const limits: Limits = {
    find: async (id) => {
      cost.reads += 1;
      return rows.get(id);
    },
    save: async (state) => {
      cost.writes += 1;
      if ((rows.get(state.id)?.revision ?? 0) !== state.revision) return 'conflict';
      rows.set(state.id, { ...state, revision: state.revision + 1 });
      return 'saved';
    },
  };
  const pass = (ms: number) => {
    clock.now = new Date(clock.now.getTime() + ms);
  };
  return { cost, pass, replica: () => gate({ limits, now: () => clock.now }) };
};

describe('the gate before a carrier', () => {
  it('costs a look a second, and no write, where questions are not counted', async () => {
    const { cost, pass, replica } = shared();
    const one = replica();
    for (let n = 0; n < 100; n += 1) {
      expect((await one.take('TEST:', POLICY)).granted).to.equal(1);
      await one.record('TEST:', POLICY, { kind: 'answered' });
    }
    expect(cost).to.deep.equal({ reads: 1, writes: 0 });
    pass(1_000);
    await one.take('TEST:', POLICY);
    expect(cost).to.deep.equal({ reads: 2, writes: 0 });
  });

  it('closes all the same when the carrier is ill: here at once, at another replica within a second', async () => {
    const { pass, replica } = shared();
    const [one, other] = [replica(), replica()];
    expect((await other.take('TEST:', POLICY)).granted).to.equal(1);
    for (let n = 0; n < 2; n += 1) {
      await one.take('TEST:', POLICY);
      await one.record('TEST:', POLICY, { kind: 'failed' });
    }
    expect(await one.take('TEST:', POLICY)).to.include({ granted: 0, because: 'breaker' });
    pass(1_000);
    expect(await other.take('TEST:', POLICY)).to.include({ granted: 0, because: 'breaker' });
    pass(9_001);
    const probes = await Promise.all([one.take('TEST:', POLICY), other.take('TEST:', POLICY)]);
    expect(probes.filter(({ granted }) => granted === 1)).to.have.length(1);
  });

  it('counts exactly where it counts, however many replicas ask', async () => {
    const { replica } = shared();
    const [one, other] = [replica(), replica()];
    const all = await Promise.all([one, other, one, other, one].map(({ take }) => take('EXMP:', COUNTED)));
    expect(all.filter(({ granted }) => granted === 1)).to.have.length(2);
  });
});
