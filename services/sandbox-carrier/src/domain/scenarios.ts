import { DIRECT } from './direct.js';
import { FEEDER, RAIL, RAMP, TRANSSHIP } from './routes.js';
import type { Scenario } from './scenario.js';
import { CANCELLED, HOLD, LATE_EVENTS, LFD_MISSED, POD_CHANGE, QUAY, RETRACTED, ROLLED } from './troubles.js';

/** D-60, D-61: every scenario by the word that a number begins with. */
export const SCENARIOS = {
  'TEST-TR-SUCCEEDED': DIRECT,
  'TEST-TR-FAILED': { ...DIRECT, access: { kind: 'refused' } },
  'TEST-DIRECT': DIRECT,
  'TEST-TRANSSHIP': TRANSSHIP,
  'TEST-FEEDER': FEEDER,
  'TEST-RAIL': RAIL,
  'TEST-RAMP': RAMP,
  'TEST-ROLLED': ROLLED,
  'TEST-POD-CHANGE': POD_CHANGE,
  'TEST-HOLD': HOLD,
  'TEST-LFD-MISSED': LFD_MISSED,
  'TEST-AWAITING': { ...DIRECT, access: { kind: 'awaiting', days: 2 } },
  'TEST-CANCELLED': CANCELLED,
  'TEST-FLAKY': { ...DIRECT, access: { kind: 'flaky', faults: ['unavailable', 'truncated'] } },
  'TEST-SILENT': { ...DIRECT, silentAfter: 14 },
  'TEST-LATE-EVENTS': LATE_EVENTS,
  'TEST-RETRACTED': RETRACTED,
  'TEST-QUAY': QUAY,
  'TEST-MULTI': { ...DIRECT, containers: 10, spread: 0.02 },
} as const satisfies Record<string, Scenario>;

export type ScenarioName = keyof typeof SCENARIOS;

export const SCENARIO_NAMES = Object.keys(SCENARIOS) as readonly ScenarioName[];

/** The same for all, whatever is known of each. */
export const scenarioOf = (name: ScenarioName): Scenario => SCENARIOS[name];
