import { BOOKED, homeward, outward, quay } from './direct.js';
import type { Scenario } from './scenario.js';
import { estimated, gate, leg, voyage, type Voyage } from './steps.js';

const FIRST: Voyage = { load: 9, depart: 9.5, arrive: 11.5, discharge: 12 };
const SECOND: Voyage = {
  load: 13.5, depart: 14, arrive: 35, discharge: 36,
  plan: { arrive: 34, discharge: 35 },
  estimates: { arrive: [estimated(34.5, 20), estimated(35, 31)] },
};

/** Two ships that meet at a hub. */
export const TRANSSHIP: Scenario = {
  lanes: [
    { POL: { locode: 'VNSGN', facility: 'CATLAI' }, TS1: { locode: 'SGSIN', facility: 'PSAPPT' }, POD: { locode: 'NLRTM', facility: 'RWG' } },
    { POL: { locode: 'VNVUT', facility: 'CMIT' }, TS1: { locode: 'MYTPP', facility: 'PTP' }, POD: { locode: 'DEHAM', facility: 'CTA' } },
  ],
  legs: [leg('V1', 'POL', 'TS1', FIRST), leg('V2', 'TS1', 'POD', SECOND)],
  steps: [...outward(), ...voyage('V1', 'POL', 'TS1', FIRST), ...voyage('V2', 'TS1', 'POD', SECOND), ...homeward('POD', 39, 43)],
  papers: BOOKED,
  containers: 1,
  spread: 0,
  terminal: quay({ announced: 33, ready: 37, gone: 39, lastFreeDay: 41 }),
  access: { kind: 'open' },
};

const BARGE_OUT: Voyage = { mode: 'BARGE', load: 4.5, depart: 5, arrive: 6, discharge: 6.5 };
const OCEAN: Voyage = { load: 9, depart: 9.5, arrive: 33.5, discharge: 34.5, plan: { arrive: 33, discharge: 34 }, estimates: { arrive: [estimated(33.5, 25)] } };
const BARGE_HOME: Voyage = { mode: 'BARGE', load: 35.5, depart: 36, arrive: 37.5, discharge: 38 };

/** A barge down the river, a ship, a barge up the river. */
export const FEEDER: Scenario = {
  lanes: [{
    ORIGIN: { locode: 'CNNSA', facility: 'NICT' },
    POL: { locode: 'CNYTN', facility: 'YICT' },
    POD: { locode: 'NLRTM', facility: 'RWG' },
    DEST: { locode: 'DEDUI' },
  }],
  legs: [leg('B1', 'ORIGIN', 'POL', BARGE_OUT), leg('V1', 'POL', 'POD', OCEAN), leg('B2', 'POD', 'DEST', BARGE_HOME)],
  steps: [
    gate('GTOT', 'EMPTY', 'ORIGIN', 2),
    gate('GTIN', 'LADEN', 'ORIGIN', 4),
    ...voyage('B1', 'ORIGIN', 'POL', BARGE_OUT),
    ...voyage('V1', 'POL', 'POD', OCEAN),
    ...voyage('B2', 'POD', 'DEST', BARGE_HOME),
    ...homeward('DEST', 39.5, 42),
  ],
  papers: BOOKED,
  containers: 1,
  spread: 0,
  terminal: null,
  access: { kind: 'open' },
};

const TO_THE_COAST: Voyage = { load: 9, depart: 9.5, arrive: 24, discharge: 25, estimates: { arrive: [estimated(24.5, 12), estimated(24, 20)] } };
const INLAND: Voyage = { mode: 'RAIL', load: 28, depart: 28.5, arrive: 33, discharge: 33.5, plan: { arrive: 32, discharge: 32.5 }, estimates: { arrive: [estimated(33, 29)] } };

/** By train from the quay to an inland ramp, where it is picked up. */
export const RAIL: Scenario = {
  lanes: [
    { POL: { locode: 'CNYTN', facility: 'YICT' }, POD: { locode: 'USLAX', facility: 'APMT' }, DEST: { locode: 'USCHI' } },
    { POL: { locode: 'TWKHH', facility: 'KMCT' }, POD: { locode: 'USLGB', facility: 'LBCT' }, DEST: { locode: 'USDAL' } },
  ],
  legs: [leg('V1', 'POL', 'POD', TO_THE_COAST), leg('R1', 'POD', 'DEST', INLAND)],
  steps: [...outward(), ...voyage('V1', 'POL', 'POD', TO_THE_COAST), ...voyage('R1', 'POD', 'DEST', INLAND), ...homeward('DEST', 36, 40)],
  papers: BOOKED,
  containers: 1,
  spread: 0,
  terminal: { at: 'POD', announced: 22, gone: 28, leaves: 'rail', lastFreeDay: 30, holds: [], demurragePerDay: 175 },
  access: { kind: 'open' },
};

/** The same journey, with a railway that tells what it knows at its ramp. */
export const RAMP: Scenario = {
  ...RAIL,
  ramp: quay({ at: 'DEST', announced: 31, ready: 34, gone: 36, lastFreeDay: 37 }),
};
