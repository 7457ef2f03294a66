type Waiting<Item, Answer> = { item: Item; resolve: (answer: Answer) => void; reject: (error: unknown) => void };

/** Calls that come while a round trip is under way share the next one: the busier it gets, the less each of them costs. */
export const together = <Item, Answer>(most: number, run: (items: readonly Item[]) => Promise<(index: number) => Answer>) => {
  const waiting: Waiting<Item, Answer>[] = [];
  let isUnderWay = false;

  const trip = async (lot: readonly Waiting<Item, Answer>[]): Promise<void> => {
    try {
      const answer = await run(lot.map(({ item }) => item));
      lot.forEach(({ resolve }, index) => resolve(answer(index)));
    } catch (error) {
      for (const { reject } of lot) reject(error);
    }
  };
  const trips = async (): Promise<void> => {
    while (waiting.length > 0) await trip(waiting.splice(0, most));
    isUnderWay = false;
  };

  return (item: Item): Promise<Answer> =>
    new Promise((resolve, reject) => {
      waiting.push({ item, resolve, reject });
      if (isUnderWay) return;
      isUnderWay = true;
      // After the turn that asked, so that whoever asks in the same turn comes along.
      setImmediate(() => void trips());
    });
};
