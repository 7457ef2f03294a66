/** Lets something happen while no write is under way: those that come meanwhile wait, and then go on in their order. */
export function quietMoments() {
  let under = 0;
  let gate: Promise<void> | undefined;
  let quiet: (() => void) | undefined;

  const left = () => {
    under -= 1;
    if (under === 0) quiet?.();
  };

  const begin = <Result>(act: () => Promise<Result>): Promise<Result> => {
    under += 1;
    const done = act();
    done.then(left, left);
    return done;
  };

  const drained = (): Promise<void> => new Promise((resolve) => {
    if (under === 0) resolve();
    else quiet = resolve;
  });

  const run = async (act: () => Promise<void>): Promise<void> => {
    await drained();
    quiet = undefined;
    // A turn of its own: whoever was answered just now has then read what it wanted to read.
    await new Promise((resolve) => setImmediate(resolve));
    await act();
  };

  return {
    write: <Result>(act: () => Promise<Result>): Promise<Result> => (gate ? gate.then(() => begin(act)) : begin(act)),
    /** One at a time; asked for again while it waits, it happens once. */
    whenQuiet(act: () => Promise<void>): void {
      gate ??= run(act).finally(() => {
        gate = undefined;
      });
    },
    settled: async (): Promise<void> => gate,
  };
}
