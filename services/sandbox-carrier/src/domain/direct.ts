import type { Lane, Paper, Role, Scenario, Step, TerminalStory } from './scenario.js';
import { estimated, gate, leg, voyage, type Voyage } from './steps.js';

/** Across the Pacific in about the same time, so that one schedule fits all of them. */
export const PACIFIC: readonly Lane[] = [
  { POL: { locode: 'CNYTN', facility: 'YICT' }, POD: { locode: 'USLAX', facility: 'APMT' } },
  { POL: { locode: 'TWKHH', facility: 'KMCT' }, POD: { locode: 'USLAX', facility: 'WBCT' } },
  { POL: { locode: 'KRPUS', facility: 'PNC' }, POD: { locode: 'USLGB', facility: 'TTI' } },
  { POL: { locode: 'CNYTN', facility: 'YICT' }, POD: { locode: 'USLGB', facility: 'LBCT' } },
  { POL: { locode: 'TWKHH', facility: 'KMCT' }, POD: { locode: 'USTIW', facility: 'HUSKY' } },
];

export const BOOKED: readonly Paper[] = [
  { code: 'CONF', document: 'BKG', day: -0.5 },
  { code: 'ISSU', document: 'TRD', day: 10 },
];

/** One ocean leg: a day late in the end, as two estimates tell on the way. */
export const CROSSING: Voyage = {
  load: 9, depart: 9.5, arrive: 25, discharge: 26,
  plan: { arrive: 24, discharge: 25 },
  estimates: { depart: [estimated(9.5, 8)], arrive: [estimated(24.5, 12, 'WEA'), estimated(25, 20)] },
};

export const outward = (at: Role = 'POL'): Step[] => [gate('GTOT', 'EMPTY', at, 2), gate('GTIN', 'LADEN', at, 6)];

export const homeward = (at: Role, out: number, returned: number): Step[] => [gate('GTOT', 'LADEN', at, out), gate('GTIN', 'EMPTY', at, returned)];

/** Told from two days before the ship on; ready a day after the discharge. */
export const quay = (change: Partial<TerminalStory> = {}): TerminalStory => ({
  at: 'POD', announced: 23, ready: 27, gone: 30, leaves: 'gate', lastFreeDay: 31, holds: [], demurragePerDay: 175, ...change,
});

/** One ship, two ports, no trouble: every other scenario differs from it in what its name says. */
export const DIRECT: Scenario = {
  lanes: PACIFIC,
  legs: [leg('V1', 'POL', 'POD', CROSSING)],
  steps: [...outward(), ...voyage('V1', 'POL', 'POD', CROSSING), ...homeward('POD', 30, 36)],
  papers: BOOKED,
  containers: 1,
  spread: 0,
  terminal: quay({ appointment: 30 }),
  access: { kind: 'open' },
};
