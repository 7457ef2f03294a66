interface Waiting<Item> {
  item: Item;
  done: () => void;
  failed: (error: unknown) => void;
}

/**
 * Handles what comes close together in one go, one go after the other, in the order of arrival; each caller hears when
 * its own item is done.
 */
export const gatherer = <Item>(handle: (items: readonly Item[]) => Promise<void>, { waitMs, most }: { waitMs: number; most: number }) => {
  const waiting: Waiting<Item>[] = [];
  let timer: NodeJS.Timeout | undefined;
  let running = false;

  const go = async () => {
    clearTimeout(timer);
    timer = undefined;
    running = true;
    while (waiting.length > 0) {
      const batch = waiting.splice(0, most);
      await handle(batch.map(({ item }) => item)).then(
        () => batch.forEach(({ done }) => done()),
        (error: unknown) => batch.forEach(({ failed }) => failed(error)),
      );
    }
    running = false;
  };

  return (item: Item): Promise<void> =>
    new Promise((done, failed) => {
      waiting.push({ item, done, failed });
      // While a batch is under way the next one gathers behind it by itself.
      if (running) return;
      if (waiting.length >= most) void go();
      else timer ??= setTimeout(() => void go(), waitMs);
    });
};
