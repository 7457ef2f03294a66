import { mongoError } from '../errors.js';
import type { BREATH, Pace } from '../query/scan.js';

/** How long one command may keep the others waiting. */
export const SLICE_MS = 15;

/** Work that breathes now and then, and has a result in the end. */
export type Work<Result> = Generator<typeof BREATH, Result>;

/** Goes on until the time is up; undefined means that others should run first. */
function step<Result>(work: Work<Result>, until: number, deadline: number): { result: Result } | undefined {
  for (;;) {
    const next = work.next();
    if (next.done) return { result: next.value };
    const now = performance.now();
    if (now > deadline) throw mongoError(50, 'operation exceeded time limit');
    if (now > until) return undefined;
  }
}

async function inSlices<Result>(work: Work<Result>, pace: Pace, deadline: number): Promise<Result> {
  for (;;) {
    pace.turn += 1;
    await new Promise((resolve) => setImmediate(resolve));
    const done = step(work, performance.now() + SLICE_MS, deadline);
    if (done) return done.result;
  }
}

/** The result at once if it is near, in slices if the work is long. */
export function finished<Result>(work: Work<Result>, pace: Pace, { deadline = Infinity }: { deadline?: number } = {}): Result | Promise<Result> {
  const done = step(work, performance.now() + SLICE_MS, deadline);
  return done ? done.result : inSlices(work, pace, deadline);
}
