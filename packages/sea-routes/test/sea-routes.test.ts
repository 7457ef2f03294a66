import { ports } from '@landfall/reference-data/ports';
import { expect } from 'chai';
import { distanceNm } from '../src/geodesy.js';
import { loadNetwork } from '../src/network.js';
import type { Passage } from '../src/passages.js';
import { seaRoutes } from '../src/sea-routes.js';
import { milesOnLand, naturalEarthLand } from '../tools/natural-earth.js';
import { port } from './support/port.js';

/** A fixed series of numbers from 0 to 1, so that a failing pair can be met again. */
const series = (seed: number) => () => {
  seed = (Math.imul(seed, 1_664_525) + 1_013_904_223) >>> 0;
  return seed / 2 ** 32;
};

describe('sea routes', () => {
  const network = loadNetwork();
  const { route, snap } = seaRoutes({ network });
  const between = (from: string, to: string, blocked: Passage[] = []) => route(port(from), port(to), { blocked });

  const KNOWN: [from: string, to: string, blocked: Passage[], nm: number][] = [
    ['CNSGH', 'USLAX', [], 5_869],
    ['NLRTM', 'USNYC', [], 3_318],
    ['SGSIN', 'NLRTM', [], 8_364],
    ['KRPUS', 'USSAV', [], 9_923],
    ['SGSIN', 'NLRTM', ['suez'], 11_890],
    ['KRPUS', 'USSAV', ['panama'], 13_250],
  ];
  for (const [from, to, blocked, nm] of KNOWN) {
    it(`are ${nm} nm from ${from} to ${to}${blocked.map((name) => ` without ${name}`).join('')}, within 3 % [H-1]`, () => {
      expect(between(from, to, blocked)!.distanceNm).to.be.within(nm * 0.97, nm * 1.03);
    });
  }

  it('name the passages they use, and none that is blocked [H-1]', () => {
    expect(between('SGSIN', 'NLRTM')!.passages).to.have.members(['malacca', 'bab_el_mandeb', 'suez', 'gibraltar', 'dover']);
    expect(between('SGSIN', 'NLRTM', ['suez'])!.passages).not.to.include('suez');
    expect(between('KRPUS', 'USSAV')!.passages).to.include('panama');
    expect(between('AEJEA', 'INNSA')!.passages).to.deep.equal(['hormuz']);
  });

  it('leave a port on a blocked canal by its open side [H-1]', () => {
    const free = between('EGPSD', 'SGSIN')!;
    const round = between('EGPSD', 'SGSIN', ['suez'])!;
    expect(free.passages).to.include('suez');
    expect(round.passages).to.include('gibraltar');
    expect(round.distanceNm).to.be.greaterThan(free.distanceNm * 2);
  });

  it('are null when every way is blocked, and come back when it is not [H-1]', () => {
    expect(between('UAODS', 'ITGOA', ['bosporus'])).to.equal(null);
    expect(between('UAODS', 'ITGOA')!.passages).to.deep.equal(['bosporus']);
  });

  it('never jump over half a turn, never enter the Arctic passages, and hardly touch land, for 300 pairs of ports [H-1]', function () {
    this.timeout(60_000);
    const onLand = naturalEarthLand();
    const luck = series(20_260_822);
    const sea = ports().all.filter(({ kind }) => kind === 'seaport');
    const any = () => sea[Math.floor(luck() * sea.length)]!;
    let shares = 0;
    for (let pair = 0; pair < 300; pair += 1) {
      const [from, to] = [any(), any()];
      const found = route(from, to)!;
      const title = `${from.locode} to ${to.locode}`;
      expect(found, title).not.to.equal(null);
      expect(found.distanceNm, title).to.be.least(distanceNm(from.longitude, from.latitude, to.longitude, to.latitude) - 1e-6);
      expect(found.passages, title).not.to.include.members(['northwest']);
      expect(found.passages, title).not.to.include.members(['northeast']);
      for (const [at, [longitude, latitude]] of found.coordinates.entries()) {
        const before = found.coordinates[at - 1];
        if (before) expect(Math.abs(longitude - before[0]), title).to.be.most(180);
        expect(Math.abs(latitude), title).to.be.most(80);
      }
      shares += found.distanceNm === 0 ? 0 : milesOnLand(found.coordinates, onLand) / found.distanceNm;
    }
    expect(shares / 300).to.be.most(0.015);
  });

  it('are as long back as there', () => {
    for (const [from, to, blocked] of KNOWN) {
      expect(between(to, from, blocked)!.distanceNm).to.be.closeTo(between(from, to, blocked)!.distanceNm, 0.01);
    }
  });

  it('go straight between berths that are nearer to each other than to the lane', () => {
    const far = port('BRMAO');
    expect(snap(far).offNm).to.be.greaterThan(100);
    const berth = { longitude: far.longitude + 0.02, latitude: far.latitude };
    expect(route(far, berth)!.coordinates).to.have.length(2);
    expect(route(far, far)!.distanceNm).to.equal(0);
  });

  it('begin in port and not out at sea, for nearly every seaport', () => {
    const sea = ports().all.filter(({ kind }) => kind === 'seaport');
    const near = sea.filter((place) => snap(place).offNm < 3);
    expect(near.length / sea.length).to.be.greaterThan(0.97);
  });

  it('snap to the nearest lane, found by looking at all of them', () => {
    const luck = series(7);
    for (let round = 0; round < 200; round += 1) {
      const place = { longitude: luck() * 360 - 180, latitude: luck() * 150 - 70 };
      const found = snap(place);
      let least = Infinity;
      for (let point = 0; point < network.pointLon.length; point += 1) {
        least = Math.min(least, distanceNm(place.longitude, place.latitude, network.pointLon[point]!, network.pointLat[point]!));
      }
      expect(found.offNm).to.be.most(least * 1.02 + 1e-6);
      expect(Math.abs(found.longitude - place.longitude)).to.be.most(180);
    }
  });

  it('are computed once and answered from memory until pushed out', () => {
    const small = seaRoutes({ network, cachedRoutes: 1 });
    const [shanghai, angeles, rotterdam] = [port('CNSGH'), port('USLAX'), port('NLRTM')];
    const first = small.route(shanghai, angeles);
    expect(small.route(shanghai, angeles)).to.equal(first);
    expect(small.route(shanghai, angeles, { blocked: ['suez'] })).not.to.equal(first);
    small.route(shanghai, rotterdam);
    expect(small.route(shanghai, angeles)).not.to.equal(first);
    expect(small.route(shanghai, angeles)).to.deep.equal(first);
    expect(Object.isFrozen(first) && Object.isFrozen(first!.coordinates) && Object.isFrozen(first!.alongNm)).to.equal(true);
  });
});
