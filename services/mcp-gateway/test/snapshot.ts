import { readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const FILE = fileURLToPath(new URL('./tools.snapshot.json', import.meta.url));

/** What clients have read and may have kept. A change of it is a decision: `UPDATE_SNAPSHOT=1` writes it down for review. */
export const snapshotOf = (tools: unknown): { kept: unknown; now: unknown } => {
  const now = JSON.parse(JSON.stringify(tools)) as unknown;
  if (process.env['UPDATE_SNAPSHOT'] === '1') writeFileSync(FILE, `${JSON.stringify(now, null, 2)}\n`);
  return { kept: JSON.parse(readFileSync(FILE, 'utf8')) as unknown, now };
};
