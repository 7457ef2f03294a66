import { parseArgs } from 'node:util';
import { createsUnderFire } from './harness/creates.js';
import { FAULTS } from './harness/faults.js';
import { journeysUnderFire } from './harness/journeys.js';
import { isClean } from './harness/judge.js';
import { stack } from './harness/stack.js';

const text = (value: string) => ({ type: 'string' as const, default: value });
const { values } = parseArgs({ options: { minutes: text('1'), seed: text('1'), count: text('2000'), journeys: text('40'), faults: text(Object.keys(FAULTS).join()), rest: text('1000'), hold: text('0') } });
const [seed, journeys, count] = [Number(values.seed), Number(values.journeys), Number(values.count)];
const kinds = values.faults.split(',');
const unknown = kinds.filter((kind) => !(kind in FAULTS));
if (unknown.length > 0) throw new Error(`--faults knows ${Object.keys(FAULTS).join()}, not ${unknown.join()}.`);

const deadline = Date.now() + Number(values.minutes) * 60_000;
let failed = false;

const shown = <Row extends object>(row: Row): void => console.log(JSON.stringify(row, (_, value: unknown) => (Array.isArray(value) && value.length > 5 ? [...value.slice(0, 5), `… ${value.length}`] : value)));

if (count > 0) {
  const running = await stack();
  const { lost, untold, ...figures } = await createsUnderFire(running, { count, atOnce: 50, seed });
  await running.stop();
  shown({ creates: count, seed, ...figures, lost, untold });
  failed ||= lost.length > 0 || untold.length > 0;
}
// A round of its own cluster for each seed, until the time is up.
for (let round = seed; journeys > 0 && (round === seed || Date.now() < deadline); round += 1) {
  const outcome = await journeysUnderFire({ count: journeys, seed: round, kinds, restMs: Number(values.rest), holdMs: Number(values.hold) * 1_000 });
  shown({ seed: round, ...outcome });
  failed ||= !isClean(outcome) || outcome.parked.length > 0;
}
process.exit(failed ? 1 : 0);
