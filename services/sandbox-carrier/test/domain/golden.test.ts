import { nameId } from '@landfall/kit/identity';
import { localDateOf } from '@landfall/shipping/local-date';
import { expect } from 'chai';
import type { DcsaEvent } from '../../src/domain/dcsa-event.js';
import type { Journey } from '../../src/domain/journey.js';
import type { Role } from '../../src/domain/scenario.js';
import { SCENARIO_NAMES } from '../../src/domain/scenarios.js';
import { terminalAnswer } from '../../src/domain/terminal-report.js';
import { goldens } from '../goldens.js';
import { DAY_MS, onDay, play, START } from './playing.js';

const labelOf = (event: DcsaEvent): string => {
  if (event.eventType === 'SHIPMENT') return `SHIPMENT/${event.shipmentEventTypeCode}/${event.documentTypeCode}`;
  return event.eventType === 'TRANSPORT' ? `TRANSPORT/${event.transportEventTypeCode}` : `EQUIPMENT/${event.equipmentEventTypeCode}/${event.emptyIndicatorCode}`;
};

const dayOf = (text: string): number => (Date.parse(text) - START.getTime()) / DAY_MS;
const isDay = (text: string, day: number): boolean => Math.abs(dayOf(text) - day) < 0.001;

/** A local date of a day, where the golden file means one. */
const dated = ({ stops }: Journey, value: unknown): unknown => {
  const { local_date_of_day: day, at } = (value ?? {}) as { local_date_of_day?: number; at?: Role };
  const zone = at && stops.get(at)?.place.zone;
  return day === undefined || zone === undefined ? value : localDateOf(onDay(day), zone);
};

describe('the golden files', () => {
  it('are there for every scenario [D-61]', () => {
    expect(goldens().map(({ scenario }) => scenario)).to.have.members([...SCENARIO_NAMES]);
  });

  for (const golden of goldens().filter(({ raw_events: rows }) => rows.length > 0)) {
    it(`find the source of each row that they expect of ${golden.scenario} [D-61]`, () => {
      const { journey, at } = play(golden.scenario);
      const told = at(110);
      expect(journey.boxes).to.have.length(golden.containers);
      for (const box of journey.boxes) {
        for (const row of golden.raw_events) {
          const day = row.day + (row.source.startsWith('EQUIPMENT') ? box.index * golden.spread_days : 0);
          const found = told.filter(
            (event) =>
              labelOf(event) === row.source && isDay(event.eventDateTime, day) && (event.eventClassifierCode === 'ACT') === !row.estimated &&
              (event.isRetracted ?? false) === (row.invalidated ?? false) && (event.equipmentReference ?? box.number) === box.number &&
              (row.place === null || event.transportCall?.UNLocationCode === row.place),
          );
          expect(found, `${golden.scenario} ${JSON.stringify(row)}`).to.have.length(1);
        }
      }
    });

    it(`find each new arrival that they expect of ${golden.scenario}, on the day of its telling [D-61]`, () => {
      const { statements } = play(golden.scenario);
      for (const { place, day, told } of golden.estimated_arrivals) {
        const found = statements.filter(({ event, toldAt }) => event.transportEventTypeCode === 'ARRI' && event.eventClassifierCode !== 'ACT' && isDay(event.eventDateTime, day) && isDay(toldAt.toISOString(), told) && event.transportCall?.UNLocationCode === place);
        expect(found, `${place} ${day}`).to.have.length(1);
      }
      for (const { day, told, withdrawn } of golden.withdrawn) {
        expect(statements.some(({ event, toldAt, withdrawnAt }) => isDay(event.eventDateTime, day) && isDay(toldAt.toISOString(), told) && withdrawnAt && isDay(withdrawnAt.toISOString(), withdrawn))).to.equal(true);
      }
    });

    it(`agree with the terminal of ${golden.scenario} on availability, last free day, holds and fees [D-61]`, () => {
      const { journey } = play(golden.scenario);
      const [box] = journey.boxes;
      const yard = journey.scenario.ramp ? 'rail' : 'terminal';
      const ask = (day: number) => (box ? terminalAnswer(journey, box, onDay(day), nameId, yard) : null);
      const around = golden.available === null ? [20, 30, 40] : [golden.available - 0.01, golden.available];
      expect(around.map((day) => ask(day)?.available ?? null)).to.deep.equal(golden.available === null ? [null, null, null] : [false, true]);
      for (const { day, container } of golden.fields) {
        const answer = ask(day);
        const told: Record<string, unknown> = {
          pickup_lfd: answer?.lastFreeDay ?? null,
          holds_at_pod_terminal: answer?.holds,
          fees_at_pod_terminal: answer?.fees.map(({ type, amount, currency }) => ({ type, amount, currency_code: currency })),
        };
        for (const field of Object.keys(told).filter((name) => name in container)) expect(told[field], `${field} on day ${day}`).to.deep.equal(dated(journey, container[field]));
      }
    });
  }
});
