export type LruCache<Value> = {
  get: (key: string) => Value | undefined;
  set: (key: string, value: Value) => void;
  readonly size: number;
};

/** Keeps the values used last. A Map remembers the order of insertion, so using one puts it at the end again. */
export const lruCache = <Value>(capacity: number): LruCache<Value> => {
  const kept = new Map<string, Value>();
  return {
    get: (key) => {
      const value = kept.get(key);
      if (value === undefined) return undefined;
      kept.delete(key);
      kept.set(key, value);
      return value;
    },
    set: (key, value) => {
      kept.delete(key);
      kept.set(key, value);
      const [oldest] = kept.keys();
      if (kept.size > capacity && oldest !== undefined) kept.delete(oldest);
    },
    get size() {
      return kept.size;
    },
  };
};
