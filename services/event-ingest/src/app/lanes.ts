/** One queue of due rows that has its own room for work, so that a carrier that hangs holds up nobody else. */
export type Lane<Job> = {
  name: string;
  concurrency: number;
  claim(limit: number): Promise<Job[]>;
  nextDue(): Promise<Date | null>;
  work(job: Job): Promise<void>;
};

export type Lanes = {
  /** Starts what is due; answers at once, without waiting for what it started. */
  turn(): Promise<void>;
  /** Something became due that this process knows of. */
  kick(name: string): void;
  /** When all that was started has ended. */
  settled(): Promise<void>;
};

// Rows that other replicas made due are found no later than this.
const LONGEST_SLEEP_MS = 5_000;

// A store that is away is asked again, and not hammered.
const AFTER_FAULT_MS = 1_000;

type Telling = { failed(what: string, error: unknown): void };

type State = { running: Set<Promise<void>>; sleepUntil: number };

export const lanes = (all: readonly Lane<never>[], now: () => Date, telling: Telling, woken: () => void): Lanes => {
  const states = new Map<string, State>(all.map(({ name }) => [name, { running: new Set(), sleepUntil: 0 }]));

  const begin = (lane: Lane<never>, state: State, job: never): void => {
    const work = lane.work(job).catch((error: unknown) => telling.failed(lane.name, error));
    state.running.add(work);
    void work.finally(() => {
      state.running.delete(work);
      // The next row may be due already; a lane that was full looks again as soon as it has room.
      state.sleepUntil = 0;
      woken();
    });
  };

  const serve = async (lane: Lane<never>): Promise<void> => {
    const state = states.get(lane.name);
    if (!state || state.running.size >= lane.concurrency || now().getTime() < state.sleepUntil) return;
    // Set before looking, so that a kick in the meantime is not overwritten.
    state.sleepUntil = Number.POSITIVE_INFINITY;
    const jobs = await lane.claim(lane.concurrency - state.running.size);
    for (const job of jobs) begin(lane, state, job);
    if (jobs.length > 0 || state.sleepUntil === 0) return void (state.sleepUntil = 0);
    const due = (await lane.nextDue())?.getTime() ?? Number.POSITIVE_INFINITY;
    if (state.sleepUntil !== 0) state.sleepUntil = Math.min(due, now().getTime() + LONGEST_SLEEP_MS);
  };

  const tried = (lane: Lane<never>): Promise<void> =>
    serve(lane).catch((error: unknown) => {
      telling.failed(lane.name, error);
      const state = states.get(lane.name);
      if (state) state.sleepUntil = now().getTime() + AFTER_FAULT_MS;
    });

  return {
    turn: () => Promise.all(all.map(tried)).then(() => undefined),
    kick: (name) => {
      const state = states.get(name);
      if (state) state.sleepUntil = 0;
      woken();
    },
    settled: async () => {
      await Promise.all([...states.values()].flatMap(({ running }) => [...running]));
    },
  };
};
