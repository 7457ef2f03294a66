import { admit, afterAnswer, freshLimits, type Admission, type AskedOutcome, type LimitPolicy, type LimitState } from '../domain/limits.js';
import type { Ports } from './ports.js';

/** Before every question: may it be asked now? After it: what does the answer say of the carrier's health? */
export type Gate = {
  take(id: string, policy: LimitPolicy): Promise<Admission>;
  record(id: string, policy: LimitPolicy, outcome: AskedOutcome): Promise<void>;
};

type Waiting = { resolve: (admission: Admission) => void; reject: (error: unknown) => void };

type Seen = { state: LimitState; at: Date };

type Queue = { waiting: Waiting[]; running: boolean; seen: Seen | null };

// Replicas meet at one row; each asks for all its questions at once, so they meet seldom.
const TRIES = 50;
const CROWDED_MS = 250;
// Where nothing is counted, another replica's breaker is heard of this much later.
const FRESH_MS = 1_000;

type Rows = Pick<Ports, 'limits' | 'now'>;

const saved = (state: LimitState): LimitState => ({ ...state, revision: state.revision + 1 });

/** Compare and write until nobody was faster; null when the row stayed crowded. */
const change = async ({ limits }: Rows, id: string, step: (state: LimitState) => LimitState): Promise<LimitState | null> => {
  for (let attempt = 0; attempt < TRIES; attempt += 1) {
    const before = (await limits.find(id)) ?? freshLimits(id);
    const after = step(before);
    if (after === before) return before;
    if ((await limits.save(after)) === 'saved') return saved(after);
  }
  return null;
};

type Admitted = { admission: Admission; seen: Seen | null };

/** With what was seen last: when nobody else wrote since, the comparison holds and a read is saved. */
const admitFromMemory = async (rows: Rows, policy: LimitPolicy, wanted: number, seen: Seen | null): Promise<Admitted | null> => {
  const now = rows.now();
  const admission = seen && admit(seen.state, policy, wanted, now);
  if (!admission || admission.granted < wanted) return null;
  if (admission.state === seen.state) return now.getTime() - seen.at.getTime() < FRESH_MS ? { admission, seen } : null;
  return (await rows.limits.save(admission.state)) === 'saved' ? { admission, seen: { state: saved(admission.state), at: now } } : null;
};

const admitAll = async (rows: Rows, id: string, policy: LimitPolicy, wanted: number): Promise<Admitted> => {
  let admission: Admission = { granted: 0, state: freshLimits(id), waitUntil: null, because: 'rate' };
  const state = await change(rows, id, (before) => {
    admission = admit(before, policy, wanted, rows.now());
    return admission.granted === 0 ? before : admission.state;
  });
  const crowded: Admission = { granted: 0, state: admission.state, waitUntil: new Date(rows.now().getTime() + CROWDED_MS), because: 'rate' };
  return state === null ? { admission: crowded, seen: null } : { admission, seen: { state, at: rows.now() } };
};

const serve = async (rows: Rows, id: string, policy: LimitPolicy, queue: Queue): Promise<void> => {
  queue.running = true;
  while (queue.waiting.length > 0) {
    const batch = queue.waiting.splice(0);
    try {
      const { admission, seen } = (await admitFromMemory(rows, policy, batch.length, queue.seen)) ?? (await admitAll(rows, id, policy, batch.length));
      queue.seen = seen;
      batch.forEach(({ resolve }, index) => resolve({ ...admission, granted: index < admission.granted ? 1 : 0 }));
    } catch (error) {
      batch.forEach(({ reject }) => reject(error));
    }
  }
  queue.running = false;
};

/**
 * The row of a bucket is shared by all replicas and every write compares its revision, so not one question too many is
 * asked. Within a process all who wait are admitted by one write: forty polls at once would else fight over the row.
 */
export const gate = (rows: Rows): Gate => {
  const queues = new Map<string, Queue>();
  const queueOf = (id: string): Queue => {
    const known = queues.get(id) ?? { waiting: [], running: false, seen: null };
    queues.set(id, known);
    return known;
  };
  return {
    take: (id, policy) =>
      new Promise((resolve, reject) => {
        const queue = queueOf(id);
        queue.waiting.push({ resolve, reject });
        if (!queue.running) void serve(rows, id, policy, queue);
      }),

    record: async (id, policy, outcome) => {
      const { seen } = queueOf(id);
      // An answer from a carrier that was healthy a moment ago is no news, and costs no operation.
      if (outcome.kind === 'answered' && seen && afterAnswer(seen.state, policy, outcome, rows.now()) === seen.state) return;
      await change(rows, id, (before) => afterAnswer(before, policy, outcome, rows.now()));
      // The next question reads it.
      queueOf(id).seen = null;
    },
  };
};
