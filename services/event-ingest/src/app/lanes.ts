/** One queue of due rows that has its own room for work, so that a carrier that hangs holds up nobody else. */
export type Lane<Job> = {
  name: string;
  concurrency: number;
  claim(limit: number): Promise<Job[]>;
  nextDue(): Promise<Date | null>;
  /** Answers when the row is due again, if it is known. */
  work(job: Job): Promise<Date | null>;
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
  // 0 while there may be more that is due: so it stays in a lane that is full.
  let sleepUntil = 0;
  const hasRoom = () => running.size < lane.concurrency;

  const begin = (job: never): void => {
    const answered = lane.work(job).catch((error: unknown) => void telling.failed(lane.name, error));
    const work = answered.then((dueAgain) => {
      running.delete(work);
      // What the row itself says of its next time needs no look into the store.
      sleepUntil = Math.min(sleepUntil, dueAgain?.getTime() ?? Number.POSITIVE_INFINITY);
      if (sleepUntil <= now().getTime()) woken();
    });
    running.add(work);
  };

  const serve = async (): Promise<void> => {
    if (!hasRoom() || now().getTime() < sleepUntil) return;
    // Set before looking, so that a kick in the meantime is not overwritten.
    sleepUntil = Number.POSITIVE_INFINITY;
    const room = lane.concurrency - running.size;
    const jobs = await lane.claim(room);
    jobs.forEach(begin);
    if (jobs.length === room || sleepUntil === 0) return void (sleepUntil = 0);
    const due = (await lane.nextDue())?.getTime() ?? Number.POSITIVE_INFINITY;
    sleepUntil = Math.min(sleepUntil, due, now().getTime() + LONGEST_SLEEP_MS);
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
