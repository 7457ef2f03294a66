import { problem } from '@landfall/kit/problem';
import { admit, afterAnswer, freshLimits, type Admission, type AskedOutcome, type LimitPolicy } from '../domain/limits.js';
import type { Ports } from './ports.js';

const TRIES = 50;

/** Takes from the bucket that all replicas share: compare and write until nobody was faster, so not one question too many. */
export const take = async ({ limits, now }: Pick<Ports, 'limits' | 'now'>, id: string, policy: LimitPolicy, wanted: number): Promise<Admission> => {
  for (let attempt = 0; attempt < TRIES; attempt += 1) {
    const before = (await limits.find(id)) ?? freshLimits(id);
    const admission = admit(before, policy, wanted, now());
    if (admission.granted === 0 || (await limits.save(admission.state)) === 'saved') return admission;
  }
  throw problem('revision_conflict', `The limits of ${id} changed too often.`);
};

/** What the answer says about the carrier's health. */
export const record = async ({ limits, now }: Pick<Ports, 'limits' | 'now'>, id: string, policy: LimitPolicy, outcome: AskedOutcome): Promise<void> => {
  for (let attempt = 0; attempt < TRIES; attempt += 1) {
    const before = (await limits.find(id)) ?? freshLimits(id);
    const after = afterAnswer(before, policy, outcome, now());
    if (after === before || (await limits.save(after)) === 'saved') return;
  }
};
