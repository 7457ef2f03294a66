import { readdirSync, readFileSync } from 'node:fs';
import type { PublicEventName } from '@landfall/shipping/public-event';
import type { Role } from '../src/domain/scenario.js';

/** What a scenario must come to; golden/README.md says what each member means. */
export interface Golden {
  scenario: string;
  says: string;
  request: { status: string; failed_reason: string | null; before?: { status: string }[] };
  containers: number;
  spread_days: number;
  places: Record<string, string>;
  milestones: { event: PublicEventName; place: string | null; day: number }[];
  raw_events: { event: string | null; source: string; role: Role | null; place: string | null; day: number; estimated?: boolean; invalidated?: boolean }[];
  withdrawn: { milestone: string; place: string; day: number; told: number; withdrawn: number }[];
  estimated_arrivals: { place: string; day: number; told: number }[];
  estimated_inland_arrivals: unknown[];
  available: number | null;
  not_available?: number;
  pod_terminal_changed?: number;
  statuses: { from: number; status: string }[];
  fields: { day: number; container: Record<string, unknown> }[];
  tracking_stopped: string | null;
}

export const GOLDEN_FOLDER = new URL('../golden/', import.meta.url);

export const golden = (scenario: string): Golden => JSON.parse(readFileSync(new URL(`${scenario}.json`, GOLDEN_FOLDER), 'utf8')) as Golden;

export const goldens = (): Golden[] =>
  readdirSync(GOLDEN_FOLDER)
    .filter((name) => name.endsWith('.json'))
    .sort()
    .map((name) => golden(name.replace('.json', '')));
