interface Waiting<Item, Answer> {
  item: Item;
  done: (answer: Answer) => void;
  failed: (error: unknown) => void;
}

export interface Gathering {
  /** How many at once. */
  most: number;
  /** How long the first one waits for company; without it only for what is asked in the same turn. */
  waitMs?: number;
}

const after = (waitMs: number | undefined, go: () => void): (() => void) => {
  if (waitMs === undefined) {
    const soon = setImmediate(go);
    return () => clearImmediate(soon);
  }
  const later = setTimeout(go, waitMs);
  return () => clearTimeout(later);
};

/** Answers for each item, by its place; nothing where it is enough to know that all are done. */
type Handle<Item, Answer> = (items: readonly Item[]) => Promise<((index: number) => Answer) | void>;

/**
 * Handles what comes close together in one go, one go after the other, in the order of arrival: the busier it gets, the
 * less each costs. Each caller hears what came of its own item.
 */
export const gatherer = <Item, Answer = void>(handle: Handle<Item, Answer>, { most, waitMs }: Gathering): ((item: Item) => Promise<Answer>) => {
  const waiting: Waiting<Item, Answer>[] = [];
  let unplan: (() => void) | undefined;
  let running = false;

  const go = async () => {
    unplan?.();
    unplan = undefined;
    running = true;
    while (waiting.length > 0) {
      const batch = waiting.splice(0, most);
      try {
        const answer = await handle(batch.map(({ item }) => item));
        batch.forEach(({ done }, index) => done(answer?.(index) as Answer));
      } catch (error) {
        for (const { failed } of batch) failed(error);
      }
    }
    running = false;
  };

  return (item) =>
    new Promise((done, failed) => {
      waiting.push({ item, done, failed });
      // While a batch is under way the next one gathers behind it by itself.
      if (running) return;
      if (waitMs !== undefined && waiting.length >= most) void go();
      else unplan ??= after(waitMs, () => void go());
    });
};

/** The same for each key by itself: what is asked of one waits for no other. */
export const gathererByKey = <Item, Answer = void>(handle: (key: string, items: readonly Item[]) => ReturnType<Handle<Item, Answer>>, gathering: Gathering): ((key: string, item: Item) => Promise<Answer>) => {
  const open = new Map<string, { ask: (item: Item) => Promise<Answer>; asking: number }>();
  return async (key, item) => {
    const one = open.get(key) ?? { ask: gatherer<Item, Answer>((items) => handle(key, items), gathering), asking: 0 };
    open.set(key, one);
    one.asking += 1;
    try {
      return await one.ask(item);
    } finally {
      one.asking -= 1;
      if (one.asking === 0) open.delete(key);
    }
  };
};
