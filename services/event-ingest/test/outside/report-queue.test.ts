import { expect } from 'chai';
import type { AisReport } from '../../src/domain/ais.js';
import { reportQueue } from '../../src/outside/ais/report-queue.js';

const report = (mmsi: string, longitude: number): AisReport => ({ mmsi, position: { latitude: 0, longitude, at: new Date(0) } });

describe('queue of reports', () => {
  it('hears each ship in its order and many ships at once [H-2]', async () => {
    const heard: string[] = [];
    const faults: unknown[] = [];
    let atOnce = 0, most = 0;
    const queue = reportQueue(async ({ mmsi, position }) => {
      most = Math.max(most, (atOnce += 1));
      await new Promise((resolve) => setImmediate(resolve));
      atOnce -= 1;
      heard.push(`${mmsi} ${position?.longitude}`);
    }, (error) => faults.push(error));
    for (let turn = 0; turn < 40; turn += 1) for (const ship of ['a', 'b', 'c']) queue.take(report(ship, turn));
    await queue.settled();
    expect(heard).to.have.length(120);
    for (const ship of ['a', 'b', 'c']) expect(heard.filter((one) => one.startsWith(ship))).to.deep.equal(Array.from({ length: 40 }, (_, turn) => `${ship} ${turn}`));
    expect(most).to.equal(3);
    expect(faults).to.deep.equal([]);
  });

  it('goes on after a fault, and forgets what waits when it ends [H-2]', async () => {
    const heard: number[] = [];
    const faults: unknown[] = [];
    const queue = reportQueue(async ({ position }) => {
      await new Promise((resolve) => setImmediate(resolve));
      if (position?.longitude === 0) throw new Error('store is away');
      heard.push(position?.longitude ?? -1);
    }, (error) => faults.push(error));
    [0, 1].forEach((longitude) => queue.take(report('a', longitude)));
    await queue.settled();
    expect([heard, faults.length]).to.deep.equal([[1], 1]);
    for (let ship = 0; ship < 1_000; ship += 1) queue.take(report(String(ship), ship + 2));
    await queue.end();
    expect(heard.length).to.be.below(1_000);
  });
});
