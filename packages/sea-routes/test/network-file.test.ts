import { mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from 'chai';
import fc from 'fast-check';
import { buildNetwork } from '../src/network.js';
import { decodeLanes, encodeLanes, readLanes, SHIPPED_NETWORK, NetworkFileFault } from '../src/network-file.js';
import { seaRoutes } from '../src/sea-routes.js';
import { graphOf, lanesOf } from '../tools/lanes-from-geojson.js';

describe('network file', () => {
  const folder = mkdtempSync(join(tmpdir(), 'sea-network-'));
  after(() => rmSync(folder, { recursive: true }));

  const degrees = (limit: number) => fc.integer({ min: -limit * 1e5, max: limit * 1e5 }).map((units) => (units === 0 ? 0 : units / 1e5));
  const lanes = fc.array(fc.array(fc.tuple(degrees(360), degrees(90)), { minLength: 2, maxLength: 9 }), { minLength: 1, maxLength: 9 });

  it('reads back what was written, to the metre', () => {
    fc.assert(fc.property(lanes, (written) => void expect(decodeLanes(encodeLanes(written))).to.deep.equal(written)));
  });

  it('refuses anything that is not whole, naming the file', () => {
    const good = encodeLanes([[[0, 0], [1, 1]]]);
    const newer = Buffer.from(good);
    newer.writeUInt32BE(9, 4);
    const miscounted = encodeLanes([[[0, 0], [1, 1]], [[2, 2], [3, 3]]]);
    miscounted.writeUInt16BE(3, 18);
    const elsewhere = Buffer.from(good);
    elsewhere.writeInt32BE(91e5, good.length - 4);
    for (const bad of [Buffer.alloc(0), Buffer.from('not a network at all'), good.subarray(0, -1), newer, miscounted, elsewhere]) {
      const path = join(folder, 'bad.bin');
      writeFileSync(path, bad);
      expect(() => readLanes(path)).to.throw(NetworkFileFault, path);
    }
    expect(() => readLanes(join(folder, 'missing.bin'))).to.throw('ENOENT');
  });

  it('is replaced by its path', () => {
    const path = join(folder, 'own.bin');
    writeFileSync(path, encodeLanes([[[0, 0], [10, 0]], [[10, 0], [20, 0]]]));
    const route = seaRoutes({ network: path }).route({ longitude: 0, latitude: 0 }, { longitude: 20, latitude: 0 })!;
    expect(route.distanceNm).to.be.closeTo(1_200.8, 0.5);
  });

  it('is small enough to be shipped', () => {
    expect(statSync(SHIPPED_NETWORK).size).to.be.below(2_000_000);
  });

  it('joins both sides of the Pacific, and leaves strays out', () => {
    const network = buildNetwork(lanesOf(graphOf([
      [[170, 0], [180, 0]],
      [[-180, 0], [-170, 0]],
      [[50, 50], [51, 50]],
    ])));
    expect(network.laneCount).to.equal(1);
    expect(network.laneLength[0]).to.be.closeTo(1_200.8, 0.5);
  });
});
