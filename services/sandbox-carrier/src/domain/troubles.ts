import { BOOKED, CROSSING, DIRECT, PACIFIC, homeward, outward, quay } from './direct.js';
import type { Saying, Scenario, Step } from './scenario.js';
import { actual, estimated, gate, leg, planned, retold, voyage, withdrawn, type Voyage } from './steps.js';

const LATER_SHIP: Voyage = { booked: 8.8, load: 16, depart: 16.5, arrive: 32, discharge: 33, plan: { arrive: 31, discharge: 32 }, estimates: { arrive: [estimated(32, 26)] } };

const withoutActual = (says: readonly Saying[]): readonly Saying[] => says.filter((saying) => saying.as !== 'ACT');

/** The booked ship leaves without the box; it goes with the next one, a week later. The first ship's calls go on being told. */
export const ROLLED: Scenario = {
  ...DIRECT,
  legs: [leg('V1', 'POL', 'POD', CROSSING), leg('V2', 'POL', 'POD', LATER_SHIP)],
  steps: [
    ...outward(),
    ...retold(retold(voyage('V1', 'POL', 'POD', CROSSING), 'LOAD-V1', withoutActual), 'DISC-V1', withoutActual),
    ...voyage('V2', 'POL', 'POD', LATER_SHIP),
    ...homeward('POD', 37, 42),
  ],
  terminal: quay({ announced: 30, ready: 34, gone: 37, lastFreeDay: 38 }),
};

const CHANGED_ON = 15;

const givenUp: Step[] = [
  { id: 'ARRI-V1-GIVEN-UP', type: 'TRANSPORT', code: 'ARRI', leg: 'V1', at: 'POD', says: [planned(24), estimated(24.5, 12)].map((saying) => withdrawn(saying, CHANGED_ON)) },
  { id: 'DISC-V1-GIVEN-UP', type: 'EQUIPMENT', code: 'DISC', cargo: 'LADEN', leg: 'V1', at: 'POD', says: [withdrawn(planned(25), CHANGED_ON)] },
];

/** The ship calls at another port than booked: what was planned for the first is taken back in mid-ocean. */
export const POD_CHANGE: Scenario = {
  ...DIRECT,
  lanes: [
    { POL: { locode: 'CNYTN', facility: 'YICT' }, POD: { locode: 'USLAX', facility: 'APMT' }, POD2: { locode: 'USOAK', facility: 'TPOAK' } },
    { POL: { locode: 'TWKHH', facility: 'KMCT' }, POD: { locode: 'USLGB', facility: 'LBCT' }, POD2: { locode: 'USTIW', facility: 'HUSKY' } },
  ],
  legs: [leg('V1', 'POL', 'POD2', { ...CROSSING, arrive: 26.5 })],
  steps: [
    ...outward(),
    ...voyage('V1', 'POL', 'POD', CROSSING).filter(({ at }) => at === 'POL'),
    ...givenUp,
    { id: 'ARRI-V1', type: 'TRANSPORT', code: 'ARRI', leg: 'V1', at: 'POD2', says: [planned(26, CHANGED_ON), estimated(26.5, 22), actual(26.5)] },
    { id: 'DISC-V1', type: 'EQUIPMENT', code: 'DISC', cargo: 'LADEN', leg: 'V1', at: 'POD2', says: [planned(27, CHANGED_ON), actual(27.5)] },
    ...homeward('POD2', 31, 37),
  ],
  terminal: quay({ at: 'POD2', announced: 24.5, ready: 28.5, gone: 31, lastFreeDay: 33 }),
};

/** Customs stops the box on the quay for three days. */
export const HOLD: Scenario = {
  ...DIRECT,
  steps: [...DIRECT.steps.slice(0, -2), ...homeward('POD', 31.5, 37)],
  papers: [...BOOKED, { code: 'HOLD', document: 'CUS', day: 26.2, reason: 'Customs examination' }, { code: 'RELS', document: 'CUS', day: 29, reason: 'Customs release' }],
  terminal: quay({ ready: 29, gone: 31.5, lastFreeDay: 33, holds: [{ name: 'customs', description: 'Customs examination', from: 26.2, until: 29 }] }),
};

/** Nobody comes for it: the last free day passes, and each further day costs. */
export const LFD_MISSED: Scenario = {
  ...DIRECT,
  steps: [...DIRECT.steps.slice(0, -2), ...homeward('POD', 35, 40)],
  terminal: quay({ ready: 27, gone: 35, lastFreeDay: 31 }),
};

/** The ship waits for its berth, and the terminal changes its mind: ready, held for unpaid freight, ready again. The free time is the line's. */
export const QUAY: Scenario = {
  ...DIRECT,
  berths: 25.3,
  // Fetched late: who listens to ships slowly still hears of the berth before the journey is over.
  steps: [...DIRECT.steps.slice(0, -2), ...homeward('POD', 50, 56)],
  terminal: quay({ gone: 50, lastFreeDay: 52, lastFreeDayOf: 'line', holds: [{ name: 'freight', description: 'Freight not paid', from: 27.8, until: 28.6 }] }),
};

const CANCELLED_ON = 5;

/** The booking is cancelled after the empty box was fetched. */
export const CANCELLED: Scenario = {
  ...DIRECT,
  lanes: PACIFIC,
  legs: [],
  steps: [
    gate('GTOT', 'EMPTY', 'POL', 2),
    ...voyage('V1', 'POL', 'POD', CROSSING).map((step) => ({ ...step, says: step.says.filter(({ as }) => as === 'PLN').map((saying) => withdrawn(saying, CANCELLED_ON)) })),
    gate('GTIN', 'EMPTY', 'POL', 7),
  ],
  papers: [{ code: 'CONF', document: 'BKG', day: -0.5 }, { code: 'VOID', document: 'BKG', day: CANCELLED_ON, reason: 'Booking cancelled by the shipper' }],
  terminal: null,
};

/** What happened is told weeks later, some of it after the ship has arrived. */
export const LATE_EVENTS: Scenario = {
  ...DIRECT,
  steps: [
    gate('GTOT', 'EMPTY', 'POL', 2, 28),
    gate('GTIN', 'LADEN', 'POL', 6, 15),
    ...retold(
      retold(voyage('V1', 'POL', 'POD', CROSSING), 'LOAD-V1', (says) => [...withoutActual(says), actual(9, 27)]),
      'DEPA-V1', (says) => [...withoutActual(says), actual(9.5, 27.2)],
    ),
    ...homeward('POD', 30, 36),
  ],
};

/** A discharge is reported, taken back a day later, and reported again when it really was. */
export const RETRACTED: Scenario = {
  ...DIRECT,
  steps: [
    ...outward(),
    ...retold(voyage('V1', 'POL', 'POD', CROSSING), 'DISC-V1', (says) => [...withoutActual(says), withdrawn(actual(25.5), 26.6), actual(27.2)]),
    ...homeward('POD', 31, 36),
  ],
  terminal: quay({ ready: 28, gone: 31, lastFreeDay: 32 }),
};
