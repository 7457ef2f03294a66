import { expect } from 'chai';
import fc from 'fast-check';
import { arrivalOutlook } from '../../src/domain/arrival-outlook.js';
import { isNews, predictArrival, type Outlook } from '../../src/domain/eta-prediction.js';
import { paceOf, type Sighted } from '../../src/domain/pace.js';
import { portCallOf, waitsOf } from '../../src/domain/port-call.js';
import type { Sea, SeaPoint } from '../../src/domain/sea-way.js';
import { standingPrediction } from '../../src/domain/standing-prediction.js';

const HOUR = 3_600_000;
const T0 = Date.UTC(2026, 2, 1);
const after = (hours: number) => new Date(T0 + hours * HOUR);

// A flat sea along the equator: a degree is 60 miles.
const distanceNm = (a: SeaPoint, b: SeaPoint) => Math.hypot(a.longitude - b.longitude, a.latitude - b.latitude) * 60;
const straight = (from: SeaPoint, to: SeaPoint) => ({ line: [[from.longitude, from.latitude], [to.longitude, to.latitude]] as const, distanceNm: distanceNm(from, to), at: () => ({ ...to, headingDegrees: 90 }) });
const sea: Sea = { way: straight, wayAhead: (_, to, ship) => straight(ship, to), distanceNm };

const numbers = (min: number, max: number) => fc.double({ min, max, noNaN: true });
const outlooks: fc.Arbitrary<Outlook> = fc.record({
  now: numbers(0, 48).map(after),
  seenAt: numbers(0, 48).map(after),
  remainingNm: numbers(0, 12_000),
  pace: fc.record({ knots: numbers(4, 28), spread: numbers(0, 3) }),
  wait: fc.array(numbers(0, 300), { maxLength: 30 }).map((hours) => waitsOf(hours.map((waitedHours) => ({ waitedHours })))),
  ahead: fc.array(fc.record({ nm: numbers(0, 10_000), departsAt: fc.option(numbers(-500, 2_000).map(after), { nil: undefined }) }).map(({ nm, departsAt }) => ({ nm, ...(departsAt ? { departsAt } : {}) })), { maxLength: 3 }),
});

const ms = ({ p10At, p50At, p90At }: ReturnType<typeof predictArrival>) => [p10At.getTime(), p50At.getTime(), p90At.getTime()] as const;
const noneEarlier = (later: readonly number[], earlier: readonly number[]) => later.every((value, index) => value >= (earlier[index] ?? 0));

/** A ship on its way east to a port at 100 degrees, one position an hour at so many knots. */
const voyage = (knots: number, hours: number, from = 0): Sighted[] => Array.from({ length: hours + 1 }, (_, hour) => ({ at: after(hour), longitude: from + (hour * knots) / 60, latitude: 0, speedKnots: knots }));

describe('eta prediction', () => {
  it('is in order, p10 before p50 before p90, and never before now [H-4]', () => {
    fc.assert(fc.property(outlooks, (outlook) => {
      const [p10, p50, p90] = ms(predictArrival(outlook));
      expect(p10).to.be.most(p50);
      expect(p50).to.be.most(p90);
      expect(p10).to.be.least(outlook.now.getTime());
    }));
  });

  it('never comes sooner for more miles, longer waits or a later sighting [H-4]', () => {
    fc.assert(fc.property(outlooks, numbers(0, 3_000), (outlook, more) => {
      const first = ms(predictArrival(outlook));
      expect(noneEarlier(ms(predictArrival({ ...outlook, remainingNm: outlook.remainingNm + more })), first)).to.equal(true);
      expect(noneEarlier(ms(predictArrival({ ...outlook, seenAt: new Date(outlook.seenAt.getTime() + more * 1_000) })), first)).to.equal(true);
      const { p10, p50, p90 } = outlook.wait;
      expect(noneEarlier(ms(predictArrival({ ...outlook, wait: { p10: p10 + more, p50: p50 + more, p90: p90 + more } })), first)).to.equal(true);
    }));
  });

  it('never comes later for a faster ship [H-4]', () => {
    fc.assert(fc.property(outlooks, numbers(0, 15), (outlook, more) => {
      const { knots, spread } = outlook.pace;
      expect(noneEarlier(ms(predictArrival(outlook)), ms(predictArrival({ ...outlook, pace: { knots: knots + more, spread } })))).to.equal(true);
    }));
  });

  it('narrows as the ship comes closer [H-4]', () => {
    const width = (track: Sighted[]) => {
      const found = arrivalOutlook({ underway: { vesselId: 'v', departedAt: after(0), legs: [{ from: 'A', to: 'B' }] }, track, placeOf: (locode) => ({ longitude: locode === 'A' ? 0 : 100, latitude: 0 }), callsAt: () => [], sea, now: track.at(-1)!.at })!;
      return found.p90At.getTime() - found.p10At.getTime();
    };
    const widths = [24, 72, 150, 290].map((hours) => width(voyage(20, hours)));
    expect(widths).to.deep.equal([...widths].sort((a, b) => b - a));
  });

  it('follows the speed that the ship makes, and hardly what it does in port [H-4]', () => {
    expect(paceOf(voyage(20, 72), distanceNm).knots).to.be.within(19, 20);
    expect(paceOf(voyage(11, 72), distanceNm).knots).to.be.within(11, 12);
    expect(paceOf(voyage(0.2, 72), distanceNm).knots).to.equal(15);
    expect(paceOf([], distanceNm).knots).to.equal(15);
    fc.assert(fc.property(numbers(5, 24), numbers(0, 3), (knots, more) => paceOf(voyage(knots + more, 48), distanceNm).knots >= paceOf(voyage(knots, 48), distanceNm).knots));
  });

  it('learns from the calls of a port how long ships wait there [H-4]', () => {
    const lying = (from: number, hours: number) => Array.from({ length: hours }, (_, hour): Sighted => ({ at: after(from + hour), longitude: 100, latitude: 0, speedKnots: 0 }));
    const straightIn = [...voyage(20, 300).slice(200), ...lying(301, 5)];
    expect(portCallOf(straightIn, { longitude: 100, latitude: 0 }, distanceNm)!.waitedHours).to.equal(0);
    const anchored = Array.from({ length: 30 }, (_, hour): Sighted => ({ at: after(299 + hour), longitude: 99.6, latitude: 0, speedKnots: 0.1 }));
    const waited = portCallOf([...voyage(20, 298).slice(200), ...anchored, ...lying(330, 5)], { longitude: 100, latitude: 0 }, distanceNm)!;
    expect(waited.waitedHours).to.be.within(27, 31);
    expect(waited.arrivedAt).to.deep.equal(after(330));
    expect(portCallOf(voyage(20, 298), { longitude: 100, latitude: 0 }, distanceNm)).to.equal(null);
    expect(waitsOf(Array.from({ length: 50 }, () => waited)).p50).to.be.greaterThan(waitsOf([]).p50 + 20);
  });

  it('goes on over a transshipment, as the schedule of the next ship says [H-4]', () => {
    const legs = [{ from: 'A', to: 'B' }, { from: 'B', to: 'C', departsAt: after(2_000) }];
    const found = arrivalOutlook({ underway: { vesselId: 'v', departedAt: after(0), legs }, track: voyage(20, 24), placeOf: (locode) => ({ longitude: { A: 0, B: 100, C: 150 }[locode] ?? 0, latitude: 0 }), callsAt: () => [], sea, now: after(24) })!;
    expect(found.p50At.getTime()).to.be.closeTo(T0 + (2_000 + 3_000 / 15) * HOUR, 2 * HOUR);
    expect(found.remainingNm).to.equal(6_000 - 480 + 3_000);
    expect(found.basis).to.equal('route+recent_speed');
  });

  it('is none for a ship that was last seen before it left [H-4]', () => {
    const underway = { vesselId: 'v', departedAt: after(30), legs: [{ from: 'A', to: 'B' }] };
    expect(arrivalOutlook({ underway, track: voyage(20, 24), placeOf: () => ({ longitude: 1, latitude: 1 }), callsAt: () => [], sea, now: after(31) })).to.equal(undefined);
  });

  it('is told again when it says something else, and stands until the cargo has left the ship [H-4]', () => {
    const prediction = { p10At: after(90), p50At: after(100), p90At: after(120), computedAt: after(0), remainingNm: 900, basis: 'route', vesselId: 'v' };
    expect(isNews(undefined, prediction)).to.equal(true);
    expect(isNews(prediction, { ...prediction, p50At: after(100.4), computedAt: after(1) })).to.equal(false);
    expect(isNews(prediction, { ...prediction, p50At: after(100.5) })).to.equal(true);
    expect(isNews(prediction, { ...prediction, computedAt: after(24) })).to.equal(true);
    const underway = { vesselId: 'v', departedAt: after(0), legs: [] };
    expect(standingPrediction({ etaPrediction: prediction, underway })).to.equal(prediction);
    expect(standingPrediction({ etaPrediction: prediction, underway: { ...underway, vesselId: 'w' } })).to.equal(undefined);
    expect(standingPrediction({ etaPrediction: prediction, underway, podAtaAt: after(101) })).to.equal(undefined);
    expect(standingPrediction({ etaPrediction: prediction })).to.equal(undefined);
  });
});
