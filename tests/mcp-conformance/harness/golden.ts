import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

/** What a scenario of the sandbox line must come to; services/sandbox-carrier/golden/README.md says what each member means. */
export interface Golden {
  readonly places: Readonly<Record<string, string>>;
  readonly milestones: readonly { event: string; place: string; day: number }[];
  readonly statuses: readonly { from: number; status: string }[];
}

export const golden = (scenario: string): Golden =>
  JSON.parse(readFileSync(fileURLToPath(new URL(`../../../services/sandbox-carrier/golden/${scenario}.json`, import.meta.url)), 'utf8')) as Golden;
