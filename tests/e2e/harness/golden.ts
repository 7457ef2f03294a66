import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const FOLDER = fileURLToPath(new URL('../../../services/sandbox-carrier/golden', import.meta.url));

/** What a scenario must come to; services/sandbox-carrier/golden/README.md says what each member means. */
export interface Golden {
  scenario: string;
  says: string;
  request: { status: string; failed_reason: string | null };
  containers: number;
  spread_days: number;
  milestones: { event: string; place: string | null; day: number }[];
  raw_events: { event: string | null; place: string | null; day: number; estimated?: boolean; invalidated?: boolean }[];
  withdrawn: { milestone: string; day: number }[];
  estimated_arrivals: { day: number }[];
  available: number | null;
  statuses: { from: number; status: string }[];
  tracking_stopped: string | null;
}

export const goldens = (): Golden[] =>
  readdirSync(FOLDER)
    .filter((name) => name.endsWith('.json'))
    .sort()
    .map((name) => JSON.parse(readFileSync(join(FOLDER, name), 'utf8')) as Golden);
