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
  hasRoom(name: string): boolean;
  /** Works on a row that was claimed elsewhere. */
  begin(name: string, job: unknown): void;
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

/** The rows under work in one lane, and how long nothing can be due in it. */
const runner = (lane: Lane<never>, now: () => Date, telling: Telling, woken: () => void) => {
  const running = new Set<Promise<void>>();
  let sleepUntil = 0;
  const hasRoom = () => running.size < lane.concurrency;

  const begin = (job: never): void => {
    const work = lane.work(job).catch((error: unknown) => telling.failed(lane.name, error));
    running.add(work);
    void work.finally(() => {
      running.delete(work);
      // The next row may be due already; a lane that was full looks again as soon as it has room.
      sleepUntil = 0;
      woken();
    });
  };

  const serve = async (): Promise<void> => {
    if (!hasRoom() || now().getTime() < sleepUntil) return;
    // Set before looking, so that a kick in the meantime is not overwritten.
    sleepUntil = Number.POSITIVE_INFINITY;
    const jobs = await lane.claim(lane.concurrency - running.size);
    jobs.forEach(begin);
    if (jobs.length > 0 || sleepUntil === 0) return void (sleepUntil = 0);
    const due = (await lane.nextDue())?.getTime() ?? Number.POSITIVE_INFINITY;
    if (sleepUntil !== 0) sleepUntil = Math.min(due, now().getTime() + LONGEST_SLEEP_MS);
  };

  const turn = (): Promise<void> =>
    serve().catch((error: unknown) => {
      telling.failed(lane.name, error);
      sleepUntil = now().getTime() + AFTER_FAULT_MS;
    });
  const kick = (): void => {
    sleepUntil = 0;
    woken();
  };
  return { name: lane.name, hasRoom, begin, turn, kick, settled: () => Promise.all([...running]) };
};

export const lanes = (all: readonly Lane<never>[], now: () => Date, telling: Telling, woken: () => void): Lanes => {
  const runners = new Map(all.map((lane) => [lane.name, runner(lane, now, telling, woken)]));
  const each = <Result>(work: (lane: ReturnType<typeof runner>) => Promise<Result>): Promise<void> => Promise.all([...runners.values()].map(work)).then(() => undefined);
  return {
    hasRoom: (name) => runners.get(name)?.hasRoom() ?? false,
    begin: (name, job) => runners.get(name)?.begin(job as never),
    turn: () => each(({ turn }) => turn()),
    kick: (name) => runners.get(name)?.kick(),
    settled: () => each(({ settled }) => settled()),
  };
};
