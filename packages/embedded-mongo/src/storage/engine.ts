/** Where bytes are kept, in key order. Everything above this line is the same in RAM and on disk. */
export type Entry = { key: Buffer; value: Buffer };

/** Half open: from `start`, up to but not including `end`; `reverse` walks the same entries from the back. */
export type KeyRange = { start: Buffer; end: Buffer; reverse?: boolean };

export type Reader = {
  /** The bytes belong to the caller: no later read overwrites them. */
  get(key: Buffer): Buffer | undefined;
  range(range: KeyRange): Iterable<Entry>;
  /** How many entries a range has, without showing them. */
  count(range: KeyRange): number;
};

export type Writer = Reader & {
  put(key: Buffer, value: Buffer): void;
  remove(key: Buffer): void;
};

export type Engine = Reader & {
  /** False when a crash forgets everything, which is what a test wants. */
  durable: boolean;
  /**
   * Runs `act` alone, in one commit; what it returns is handed back once that commit is on disk.
   * An engine without a disk answers at once, so the caller never waits for a promise it does not need.
   */
  write<Result>(act: (writer: Writer) => Result): Result | Promise<Result>;
  /** Bytes on disk (or an estimate of those in RAM), for collStats and serverStatus. */
  size(): number;
  close(): Promise<void>;
};

/** LMDB keeps at most this many bytes of key beside a 4 KiB page. */
export const MAX_KEY_BYTES = 1_900;
