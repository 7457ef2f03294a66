import fc from 'fast-check';
import type { CarrierEvent } from '../src/domain/carrier-event.js';
import { BOX, direct, directSailing, equipment, estimated, rail, sea, snapshotOf, type Voyage } from './journeys.js';

const ONE = sea('FIRST SHIP', '1W'), TWO = sea('SECOND SHIP', '2W');

export type Tale = { name: string; voyage: Voyage; own: CarrierEvent[]; shared: CarrierEvent[] };

const withdrawn = (event: CarrierEvent): CarrierEvent => ({ ...event, retracted: true, reportedAt: new Date('2026-05-01T00:00:00Z') });
const wrong = equipment('DISC', 'LADEN', 'USLAX', '2026-03-16', { ...sea('EXAMPLE STAR', '612E'), transportCallKey: 'TC-USLAX', reportedAt: new Date('2026-03-16T00:00:00Z') });

export const TALES: Tale[] = [
  { name: 'direct', voyage: { pol: 'CNYTN', pod: 'USLAX' }, own: direct(), shared: directSailing() },
  {
    name: 'transshipment',
    voyage: { pol: 'CNYTN', pod: 'NLRTM' },
    own: [
      equipment('GTOT', 'EMPTY', 'CNYTN', '2026-02-20'), equipment('GTIN', 'LADEN', 'CNYTN', '2026-02-26'),
      equipment('LOAD', 'LADEN', 'CNYTN', '2026-03-01', ONE), equipment('DISC', 'LADEN', 'SGSIN', '2026-03-06', ONE),
      equipment('LOAD', 'LADEN', 'SGSIN', '2026-03-10', TWO), equipment('DISC', 'LADEN', 'NLRTM', '2026-04-02', TWO),
      equipment('DISC', 'LADEN', 'NLRTM', '2026-03-30', { ...TWO, ...estimated('2026-03-01') }),
    ],
    shared: [],
  },
  {
    name: 'rail',
    voyage: { pol: 'CNYTN', pod: 'USLAX', destination: 'USCHI' },
    own: [
      ...direct().slice(0, 4), equipment('LOAD', 'LADEN', 'USLAX', '2026-03-21', rail), equipment('DEPA', 'LADEN', 'USLAX', '2026-03-22', rail),
      equipment('ARRI', 'LADEN', 'USCHI', '2026-03-26', rail), equipment('DISC', 'LADEN', 'USCHI', '2026-03-27', rail),
      equipment('GTOT', 'LADEN', 'USCHI', '2026-03-29', { mode: 'TRUCK' }), equipment('GTIN', 'EMPTY', 'USCHI', '2026-04-02', { mode: 'TRUCK' }),
    ],
    shared: directSailing(),
  },
  { name: 'a step that was taken back', voyage: { pol: 'CNYTN', pod: 'USLAX' }, own: [...direct().slice(0, 3), wrong, withdrawn(wrong)], shared: directSailing() },
];

export type Part = { event: CarrierEvent; shared: boolean };

/** A journey's events in any order, some of them several times, cut into snapshots anywhere. */
export const tellings = (tale: Tale) => {
  const parts: Part[] = [...tale.own.map((event) => ({ event, shared: false })), ...tale.shared.map((event) => ({ event, shared: true }))];
  return fc.tuple(fc.shuffledSubarray(parts, { minLength: parts.length, maxLength: parts.length }), fc.array(fc.constantFrom(...parts), { maxLength: 6 }), fc.array(fc.nat({ max: parts.length + 6 }), { maxLength: 5 })).map(([all, repeated, cuts]) => {
    const whole = [...all, ...repeated];
    const at = [0, ...cuts.filter((cut) => cut < whole.length).sort((a, b) => a - b), whole.length];
    return at.slice(1).map((end, index) => whole.slice(at[index], end));
  });
};

export const snapshotFrom = (tale: Tale, parts: Part[]) =>
  snapshotOf({ [BOX]: parts.filter(({ shared }) => !shared).map(({ event }) => event) }, parts.filter(({ shared }) => shared).map(({ event }) => event), tale.voyage);
