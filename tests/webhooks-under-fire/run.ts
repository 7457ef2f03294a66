import { parseArgs } from 'node:util';
import { deliveriesUnderFire } from './harness/deliveries.js';

// `npm run torture` in this package: the long version, 5,000 deliveries, nine kills.
const { values } = parseArgs({ options: { seed: { type: 'string', default: '1' }, rounds: { type: 'string', default: '1' }, count: { type: 'string', default: '5000' }, kills: { type: 'string', default: '9' } } });

let failed = false;
for (let round = 0; round < Number(values.rounds); round += 1) {
  const outcome = await deliveriesUnderFire({ count: Number(values.count), seed: Number(values.seed) + round, mostKills: Number(values.kills), everyMs: 1_500, accounts: 20, withinMs: 300_000 });
  const { missing, strange, changed, gaps, unlogged, clues, ...figures } = outcome;
  console.log(JSON.stringify({ ...figures, missing: missing.length, strange: strange.length, changed: changed.length, gaps: gaps.length, unlogged: unlogged.length, clues: [...clues, ...gaps.slice(0, 3)] }));
  failed ||= missing.length + strange.length + changed.length + gaps.length + unlogged.length > 0;
}
process.exit(failed ? 1 : 0);
