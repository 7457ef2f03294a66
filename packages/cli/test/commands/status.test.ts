import { expect } from 'chai';
import { memoryKibByGroup } from '../../src/commands/status.js';
import { aRun, testWorld } from '../world.js';

describe('landfall status', () => {
  it('shows each part with its restarts and memory, for people and for scripts', async () => {
    const here = testWorld();
    here.put('run.json', aRun());
    expect(await here.landfall('status')).to.equal(0);
    expect(here.said.out).to.contain('Landfall is ready').and.match(/services +ready +\d+ +2 +\d+ MiB/);

    here.said.out = '';
    await here.landfall('status', '--json');
    expect(JSON.parse(here.said.out)).to.have.nested.property('parts[0].restarts', 2);
    here.clear();
  });

  it('counts what a part started itself with the part', () => {
    expect([...memoryKibByGroup('  10  2000\n  11   500\n  10  1000\n')]).to.deep.equal([[10, 3_000], [11, 500]]);
  });

  it('does not take a file for a running Landfall whose process is gone', async () => {
    const here = testWorld();
    here.put('run.json', aRun({ pid: 2 ** 22 + 1 }));
    expect(await here.landfall('status')).to.equal(3);
    here.clear();
  });
});
