import type { Engine, Entry, KeyRange, Writer } from './engine.js';

// Leaves this small keep an insert's shift cheap; this large keep the list of leaves short at a million entries.
const LEAF_ENTRIES = 128;

type Leaf = { keys: Buffer[]; values: Buffer[] };
type Place = { leaf: number; at: number; found: boolean };

/** First position in `keys` that is not below `key`. */
function lowerBound(keys: Buffer[], key: Buffer): number {
  let low = 0;
  let high = keys.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (Buffer.compare(keys[middle] as Buffer, key) < 0) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** The leaf that holds `key`, or would. */
function leafFor(leaves: Leaf[], key: Buffer): number {
  let low = 0;
  let high = leaves.length - 1;
  while (low < high) {
    const middle = (low + high + 1) >>> 1;
    const first = leaves[middle]?.keys[0];
    if (first && Buffer.compare(first, key) <= 0) low = middle;
    else high = middle - 1;
  }
  return low;
}

function place(leaves: Leaf[], key: Buffer): Place {
  const leaf = leafFor(leaves, key);
  const keys = leaves[leaf]?.keys ?? [];
  const at = lowerBound(keys, key);
  const there = keys[at];
  return { leaf, at, found: there !== undefined && there.equals(key) };
}

function put(leaves: Leaf[], key: Buffer, value: Buffer): number {
  const { leaf: index, at, found } = place(leaves, key);
  const leaf = leaves[index] as Leaf;
  if (found) {
    const grown = value.length - (leaf.values[at]?.length ?? 0);
    leaf.values[at] = value;
    return grown;
  }
  leaf.keys.splice(at, 0, key);
  leaf.values.splice(at, 0, value);
  if (leaf.keys.length > LEAF_ENTRIES) {
    const half = leaf.keys.length >>> 1;
    leaves.splice(index + 1, 0, { keys: leaf.keys.splice(half), values: leaf.values.splice(half) });
  }
  return key.length + value.length;
}

function remove(leaves: Leaf[], key: Buffer): number {
  const { leaf: index, at, found } = place(leaves, key);
  if (!found) return 0;
  const leaf = leaves[index] as Leaf;
  const freed = key.length + (leaf.values[at]?.length ?? 0);
  leaf.keys.splice(at, 1);
  leaf.values.splice(at, 1);
  // A leaf without a first key could not be found again; the last one stays as the root.
  if (leaf.keys.length === 0 && leaves.length > 1) leaves.splice(index, 1);
  return -freed;
}

function* forwards(leaves: Leaf[], { start, end }: KeyRange): Generator<Entry> {
  const from = place(leaves, start);
  let at = from.at;
  for (let index = from.leaf; index < leaves.length; index += 1, at = 0) {
    const { keys, values } = leaves[index] as Leaf;
    for (; at < keys.length; at += 1) {
      const key = keys[at] as Buffer;
      if (Buffer.compare(key, end) >= 0) return;
      yield { key, value: values[at] as Buffer };
    }
  }
}

function* backwards(leaves: Leaf[], { start, end }: KeyRange): Generator<Entry> {
  const from = place(leaves, end);
  let at = from.at - 1;
  for (let index = from.leaf; index >= 0; index -= 1, at = (leaves[index]?.keys.length ?? 0) - 1) {
    const { keys, values } = leaves[index] as Leaf;
    for (; at >= 0; at -= 1) {
      const key = keys[at] as Buffer;
      if (Buffer.compare(key, start) < 0) return;
      yield { key, value: values[at] as Buffer };
    }
  }
}

/** Whole leaves at a time. */
function countIn(leaves: Leaf[], { start, end }: KeyRange): number {
  const from = place(leaves, start);
  const to = place(leaves, end);
  if (from.leaf > to.leaf || (from.leaf === to.leaf && from.at >= to.at)) return 0;
  let count = to.at - from.at;
  for (let index = from.leaf; index < to.leaf; index += 1) count += (leaves[index] as Leaf).keys.length;
  return count;
}

/** The RAM engine: an ordered list of small sorted leaves. Nothing survives the process, and nothing waits. */
export function memoryEngine(): Engine {
  const leaves: Leaf[] = [{ keys: [], values: [] }];
  let bytes = 0;
  const reader = {
    get: (key: Buffer) => {
      const { leaf, at, found } = place(leaves, key);
      return found ? leaves[leaf]?.values[at] : undefined;
    },
    range: (range: KeyRange) => (range.reverse ? backwards(leaves, range) : forwards(leaves, range)),
    count: (range: KeyRange) => countIn(leaves, range),
  };
  const writer: Writer = {
    ...reader,
    put: (key, value) => {
      bytes += put(leaves, key, value);
    },
    remove: (key) => {
      bytes += remove(leaves, key);
    },
  };
  return {
    ...reader,
    durable: false,
    write: (act) => act(writer),
    size: () => bytes,
    close: async () => {},
  };
}
