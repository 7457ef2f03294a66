import { admit, afterAnswer, freshLimits, type Admission, type AskedOutcome, type LimitPolicy, type LimitState } from '../domain/limits.js';
import type { Ports } from './ports.js';

/** Before every question: may it be asked now? After it: what does the answer say of the carrier's health? */
export type Gate = {
  take(id: string, policy: LimitPolicy): Promise<Admission>;
  record(id: string, policy: LimitPolicy, outcome: AskedOutcome): Promise<void>;
};

type Waiting = { resolve: (admission: Admission) => void; reject: (error: unknown) => void };

type Queue = { waiting: Waiting[]; running: boolean; seen: LimitState | null };

// Replicas meet at one row; each asks for all its questions at once, so they meet seldom.
const TRIES = 50;
const CROWDED_MS = 250;

/**
 * The row of a bucket is shared by all replicas and every write compares its revision, so not one question too many is
 * asked. Within a process all who wait are admitted by one write: forty polls at once would else fight over the row.
 */
export const gate = ({ limits, now }: Pick<Ports, 'limits' | 'now'>): Gate => {
  const queues = new Map<string, Queue>();
  const queueOf = (id: string): Queue => {
    const known = queues.get(id) ?? { waiting: [], running: false, seen: null };
    queues.set(id, known);
    return known;
  };

  const change = async (id: string, step: (state: LimitState) => LimitState | null): Promise<LimitState | null> => {
    for (let attempt = 0; attempt < TRIES; attempt += 1) {
      const before = (await limits.find(id)) ?? freshLimits(id);
      const after = step(before);
      if (after === null || after === before) return before;
      if ((await limits.save(after)) === 'saved') return after;
    }
    return null;
  };

  const admitAll = async (id: string, policy: LimitPolicy, wanted: number): Promise<Admission[]> => {
    let admission: Admission | undefined;
    const state = await change(id, (before) => {
      admission = admit(before, policy, wanted, now());
      return admission.granted === 0 ? null : admission.state;
    });
    const crowded = { granted: 0, state: freshLimits(id), waitUntil: new Date(now().getTime() + CROWDED_MS), because: 'rate' as const };
    const whole = state === null || !admission ? crowded : admission;
    queueOf(id).seen = state;
    return Array.from({ length: wanted }, (_, index) => ({ ...whole, granted: index < whole.granted ? 1 : 0 }));
  };

  const run = async (id: string, policy: LimitPolicy, queue: Queue): Promise<void> => {
    queue.running = true;
    while (queue.waiting.length > 0) {
      const batch = queue.waiting.splice(0);
      await admitAll(id, policy, batch.length).then(
        (admissions) => admissions.forEach((admission, index) => batch[index]?.resolve(admission)),
        (error: unknown) => batch.forEach(({ reject }) => reject(error)),
      );
    }
    queue.running = false;
  };

  return {
    take: (id, policy) =>
      new Promise((resolve, reject) => {
        const queue = queueOf(id);
        queue.waiting.push({ resolve, reject });
        if (!queue.running) void run(id, policy, queue);
      }),

    record: async (id, policy, outcome) => {
      const { seen } = queueOf(id);
      // An answer from a carrier that was healthy a moment ago is no news, and costs no operation.
      if (outcome.kind === 'answered' && seen && afterAnswer(seen, policy, outcome, now()) === seen) return;
      await change(id, (before) => afterAnswer(before, policy, outcome, now()));
    },
  };
};
