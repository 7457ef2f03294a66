import { isContainerNumber } from '@landfall/shipping/container-number';
import { expect } from 'chai';
import fc from 'fast-check';
import { SCENARIO_NAMES, scenarioOf } from '../../src/domain/scenarios.js';
import { dcsaEvent } from './dcsa-schema.js';
import { DAY_MS, onDay, play, world } from './playing.js';

const suffixes = fc.stringMatching(/^[A-Z0-9]{1,12}$/);
const names = fc.constantFrom(...SCENARIO_NAMES);
const days = fc.double({ min: 0, max: 120, noNaN: true });

describe('what is told of a journey', () => {
  it('is Track & Trace 2.2, every event of every scenario on every day [D-60]', () => {
    for (const name of SCENARIO_NAMES) {
      for (const number of [name, `${name}-A`, `${name}-B7`]) {
        const events = [0, 5, 12, 26.8, 60].flatMap(play(number).at);
        expect(events, number).to.have.length.greaterThan(0);
        for (const event of events) {
          const read = dcsaEvent.safeParse(event);
          expect(read.success ? [] : read.error.issues, `${number} ${JSON.stringify(event)}`).to.deep.equal([]);
        }
      }
    }
  });

  it('follows from number, beginning and time alone [D-61]', () => {
    fc.assert(
      fc.property(names, suffixes, days, (name, suffix, day) => {
        expect(play(`${name}-${suffix}`).at(day)).to.deep.equal(play(`${name.toLowerCase()} ${suffix}`).at(day));
      }),
      { numRuns: 60 },
    );
  });

  it('is never untold: later there is more of it, and what was withdrawn is marked [D-61]', () => {
    fc.assert(
      fc.property(names, suffixes, days, days, (name, suffix, a, b) => {
        const { at } = play(`${name}-${suffix}`);
        const [early, late] = [at(Math.min(a, b)), new Map(at(Math.max(a, b)).map((event) => [event.eventID, event]))];
        for (const event of early) {
          const { isRetracted: _mark, eventCreatedDateTime: _said, ...same } = late.get(event.eventID) ?? {};
          const { isRetracted: _before, eventCreatedDateTime: _then, ...was } = event;
          expect(same).to.deep.equal(was);
        }
      }),
      { numRuns: 60 },
    );
  });

  it('never speaks of the future as a fact, nor before its time [D-62]', () => {
    fc.assert(
      fc.property(names, suffixes, days, (name, suffix, day) => {
        const now = onDay(day).getTime();
        for (const { eventClassifierCode, eventCreatedDateTime, eventDateTime } of play(`${name}-${suffix}`).at(day)) {
          expect(Date.parse(eventCreatedDateTime)).to.be.at.most(now);
          if (eventClassifierCode === 'ACT') expect(Date.parse(eventDateTime)).to.be.at.most(now);
        }
      }),
      { numRuns: 60 },
    );
  });

  it('gives every event an id of its own, and copies boxes and ids of their own [D-61]', () => {
    const ids = new Set<string>();
    const boxes = new Set<string>();
    const numbers = SCENARIO_NAMES.flatMap((name) => [name, `${name}-1`, `${name}-2`]);
    let events = 0;
    let containers = 0;
    for (const number of numbers) {
      const { statements, journey } = play(number);
      for (const { event } of statements) ids.add(event.eventID);
      for (const box of journey.boxes) boxes.add(box.number);
      expect(journey.boxes.every((box) => isContainerNumber(box.number))).to.equal(true);
      events += statements.length;
      containers += journey.boxes.length;
    }
    expect(ids.size).to.equal(events);
    expect(boxes.size).to.equal(containers);
  });

  it('knows every place and terminal that it names [D-61]', () => {
    const stops = SCENARIO_NAMES.flatMap((name) => scenarioOf(name).lanes.flatMap((lane) => Object.values(lane)));
    for (const { locode, facility } of stops) {
      expect(world.place(locode), locode).to.not.equal(null);
      if (facility) expect(world.terminal(locode, facility), `${locode} ${facility}`).to.not.equal(null);
    }
  });

  it('sails real ships at speeds that ships have, in every copy [D-61]', () => {
    const numbers = SCENARIO_NAMES.flatMap((name) => [name, ...Array.from({ length: 12 }, (_, copy) => `${name}-${copy}`)]);
    for (const number of numbers) {
      const { journey } = play(number);
      for (const { id, mode, from, to, departs, arrives } of journey.scenario.legs.filter((leg) => leg.mode === 'VESSEL')) {
        const [start, end] = [from, to].map((role) => journey.stops.get(role)?.place);
        const way = start && end ? world.seaWay(start, end) : null;
        expect((way?.distanceNm ?? 0) / ((arrives - departs) * 24), `${number} ${mode} ${start?.locode}-${end?.locode}`).to.be.within(8, 24);
        expect(journey.legs.get(id)?.ship, number).to.not.equal(null);
      }
    }
  });

  it('moves a copy by hours, and never by a day [D-61]', () => {
    const day = (number: string) => {
      const load = play(number).statements.find(({ event }) => event.eventClassifierCode === 'ACT' && event.transportEventTypeCode === 'DEPA');
      return (Date.parse(load?.event.eventDateTime ?? '') - onDay(0).getTime()) / DAY_MS;
    };
    expect(day('TEST-DIRECT')).to.equal(9.5);
    const copies = Array.from({ length: 20 }, (_, copy) => day(`TEST-DIRECT-${copy}`));
    for (const copy of copies) expect(copy).to.be.within(9.499, 9.75);
    expect(new Set(copies).size).to.be.greaterThan(10);
  });

  it('says nothing after the carrier fell silent, nor does the terminal [D-61]', () => {
    const { at } = play('TEST-SILENT');
    expect(at(110)).to.deep.equal(at(14));
    expect(scenarioOf('TEST-SILENT').terminal?.announced).to.be.greaterThan(14);
  });
});
