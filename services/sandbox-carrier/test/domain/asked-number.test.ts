import { expect } from 'chai';
import { askedNumber } from '../../src/domain/asked-number.js';
import { admission } from '../../src/domain/admission.js';
import { FAULT_NAMES, faultInSuffix } from '../../src/domain/fault.js';
import { SCENARIO_NAMES } from '../../src/domain/scenarios.js';
import { onDay } from './playing.js';

describe('the number that is asked for', () => {
  it('names its scenario with and without hyphens, and keeps what is behind it [D-61]', () => {
    for (const name of SCENARIO_NAMES) {
      expect(askedNumber(name)).to.deep.include({ scenario: name, suffix: '' });
      expect(askedNumber(name.replaceAll('-', ''))?.scenario).to.equal(name);
      expect(askedNumber(` ${name.toLowerCase()}-x 42 `)).to.deep.include({ scenario: name, suffix: 'X42' });
    }
    expect(askedNumber('TEST-NOTHING')).to.equal(null);
    expect(askedNumber('MAEU1234567')).to.equal(null);
  });

  it('may bring its own trouble [D-60]', () => {
    for (const fault of FAULT_NAMES) expect(faultInSuffix(askedNumber(`TEST-DIRECT-FAULT-${fault.replaceAll('_', '-')}-7`)?.suffix ?? ''), fault).to.equal(fault);
    expect(faultInSuffix(askedNumber('TEST-DIRECT-FAULTLESS')?.suffix ?? '')).to.equal(null);
  });

  it('begins its journey when it is first told, not when it was first asked for [D-61]', () => {
    const asked = { firstAskedAt: onDay(0), attempts: 0, startedAt: null };
    expect(admission({ kind: 'open' }, asked, onDay(0))).to.deep.equal({ kind: 'told', startedAt: onDay(0) });
    expect(admission({ kind: 'awaiting', days: 2 }, asked, onDay(1.9))).to.deep.equal({ kind: 'empty' });
    expect(admission({ kind: 'awaiting', days: 2 }, asked, onDay(9))).to.deep.equal({ kind: 'told', startedAt: onDay(9) });
    const flaky = { kind: 'flaky', faults: ['unavailable', 'truncated'] } as const;
    expect([0, 1, 2].map((attempts) => admission(flaky, { ...asked, attempts }, onDay(attempts)).kind)).to.deep.equal(['fault', 'fault', 'told']);
    expect(admission(flaky, { ...asked, attempts: 0, startedAt: onDay(3) }, onDay(5))).to.deep.equal({ kind: 'told', startedAt: onDay(3) });
    expect(admission({ kind: 'refused' }, asked, onDay(0))).to.deep.equal({ kind: 'refused' });
  });
});
