import { expect } from 'chai';
import { besideFirst, figuresTable, measured } from '../src/figures.js';

describe('figures', () => {
  it('counts every run and never runs more at once than asked', async () => {
    let running = 0;
    let most = 0;
    const seen: number[] = [];
    await measured('work', 50, 4, async (n) => {
      most = Math.max(most, (running += 1));
      await Promise.resolve();
      seen.push(n);
      running -= 1;
    });
    expect(seen.sort((a, b) => a - b)).to.deep.equal(Array.from({ length: 50 }, (_, n) => n));
    expect(most).to.be.within(2, 4);
  });

  it('sets each beside the first', () => {
    const table = figuresTable(besideFirst([{ what: 'bare', perSecond: 100 }, { what: 'whole', perSecond: 50 }]));
    expect(table).to.include('| bare | 100 | 1.00 |').and.to.include('| whole | 50 | 0.50 |');
  });
});
