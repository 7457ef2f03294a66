/** The compressed form of some bytes, made on demand; nothing when they are too few to be worth it. */
export type Packed = () => Promise<Buffer> | undefined;

/** An answer that may be given again without asking anybody. */
export interface CachedAnswer {
  readonly body: Buffer;
  readonly packed: Packed;
  readonly contentType: string;
  readonly tag: string;
  readonly cacheControl: string;
}

interface Entry extends CachedAnswer {
  readonly records: readonly string[];
}

export interface Filling {
  /** Keeps the answer, unless one of its records changed since the filling began. */
  keep(answer: CachedAnswer, records: readonly string[]): void;
}

export interface EdgeCache {
  find(account: string, url: string): CachedAnswer | undefined;
  /** Marks the moment before the owner is asked. */
  begin(account: string, url: string): Filling;
  /** Forgets every answer that shows the record; answers under way are not kept either. */
  drop(account: string, record: string): void;
  clear(): void;
  readonly size: () => number;
}

const MOST_BYTES = 64 * 1_024 * 1_024;
/** Places and lines inside an answer have no facts of their own; they change with a deployment. */
const KEEP_MS = 600_000;

interface Shelf {
  readonly entries: Map<string, { entry: Entry; until: number }>;
  readonly byRecord: Map<string, Set<string>>;
  /** Counts changes, so that a read that began before one is not kept after it. */
  changes: number;
}

// The compressed form adds a fraction of this at most.
const bytesOf = ({ body }: CachedAnswer): number => body.length;

const newShelf = (): Shelf => ({ entries: new Map(), byRecord: new Map(), changes: 0 });

/** Takes an answer off its shelf; answers how many bytes that frees. */
const remove = (shelf: Shelf, url: string): number => {
  const held = shelf.entries.get(url);
  if (held === undefined) return 0;
  shelf.entries.delete(url);
  for (const record of held.entry.records) {
    const urls = shelf.byRecord.get(record);
    urls?.delete(url);
    if (urls?.size === 0) shelf.byRecord.delete(record);
  }
  return bytesOf(held.entry);
};

const add = (shelf: Shelf, url: string, entry: Entry, until: number): void => {
  shelf.entries.set(url, { entry, until });
  for (const record of entry.records) shelf.byRecord.set(record, (shelf.byRecord.get(record) ?? new Set()).add(url));
};

const empty = (shelf: Shelf): void => {
  shelf.entries.clear();
  shelf.byRecord.clear();
  shelf.changes += 1;
};

/**
 * Recently read records, by account. Facts and our own writes drop them; nothing is kept while the bus is away,
 * because then nobody would tell us (decision 4 of the house).
 */
export const edgeCache = (hearsFacts: () => boolean, now: () => number): EdgeCache => {
  const shelves = new Map<string, Shelf>();
  let bytes = 0;

  const clear = (): void => {
    shelves.forEach(empty);
    bytes = 0;
  };

  const put = (shelf: Shelf, url: string, entry: Entry): void => {
    bytes -= remove(shelf, url);
    // Starting over is simple and rare; a perfect order of eviction would cost every read.
    if (bytes + bytesOf(entry) > MOST_BYTES) clear();
    add(shelf, url, entry, now() + KEEP_MS);
    bytes += bytesOf(entry);
  };

  return {
    find: (account, url) => {
      const held = shelves.get(account)?.entries.get(url);
      return held !== undefined && held.until > now() && hearsFacts() ? held.entry : undefined;
    },
    begin: (account, url) => {
      const shelf = shelves.get(account) ?? newShelf();
      shelves.set(account, shelf);
      const before = shelf.changes;
      return {
        keep: (answer, records) => {
          if (before === shelf.changes && hearsFacts()) put(shelf, url, { ...answer, records });
        },
      };
    },
    drop: (account, record) => {
      const shelf = shelves.get(account);
      if (shelf === undefined) return;
      shelf.changes += 1;
      for (const url of [...(shelf.byRecord.get(record) ?? [])]) bytes -= remove(shelf, url);
    },
    clear,
    size: () => bytes,
  };
};
