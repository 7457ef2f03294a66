import { parseArgs } from 'node:util';
import { createsUnderFire } from './harness/creates.js';
import { journeysUnderFire } from './harness/journeys.js';
import { stack } from './harness/stack.js';

const { values } = parseArgs({ options: { minutes: { type: 'string', default: '1' }, seed: { type: 'string', default: '1' }, count: { type: 'string', default: '2000' }, journeys: { type: 'string', default: '200' } } });
const deadline = Date.now() + Number(values.minutes) * 60_000;

let failed = false;
const journeys = Number(values.journeys);
if (journeys > 0) {
  const outcome = await journeysUnderFire({ count: journeys, seed: Number(values.seed), everyMs: 3_000 });
  console.log(JSON.stringify({ ...outcome, wrong: outcome.wrong.slice(0, 5), unheard: outcome.unheard.length, repeated: outcome.repeated.length }));
  failed ||= outcome.wrong.length + outcome.unheard.length + outcome.repeated.length > 0;
}
for (let seed = Number(values.seed); ; seed += 1) {
  const running = await stack();
  const { lost, untold, ...figures } = await createsUnderFire(running, { count: Number(values.count), atOnce: 50, seed });
  await running.stop();
  console.log(JSON.stringify({ seed, ...figures, lost: lost.length, untold: untold.length }));
  failed ||= lost.length > 0 || untold.length > 0;
  if (Date.now() > deadline) break;
}
process.exit(failed ? 1 : 0);
