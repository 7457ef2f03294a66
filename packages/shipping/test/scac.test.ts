import { expect } from 'chai';
import { isScac, parseScac } from '../src/scac.js';

describe('SCAC', () => {
  it('takes two to four letters, and digits for lines with a Japanese code only', () => {
    for (const scac of ['MAEU', 'UP', 'CN', '11DX', '12PD', 'TEST']) expect(isScac(scac), scac).to.equal(true);
    for (const scac of ['', 'M', 'MAEUX', 'maeu', 'MA U']) expect(isScac(scac), scac).to.equal(false);
  });

  it('reads what people type', () => {
    expect(parseScac(' maeu ')).to.equal('MAEU');
    expect(parseScac('  ')).to.equal(null);
  });
});
