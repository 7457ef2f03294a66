/** Every key starts with the id of what it belongs to, so that one ordered store holds everything. */
export const SPACE = { meta: 0, catalog: 1, counters: 2, sessions: 3 } as const;

/** Collections and indexes are numbered from here; what lies below is the store's own. */
export const FIRST_ID = 16;

const ID_BYTES = 4;

export function prefixed(id: number, key: Uint8Array): Buffer {
  const out = Buffer.allocUnsafe(ID_BYTES + key.length);
  out.writeUInt32BE(id, 0);
  out.set(key, ID_BYTES);
  return out;
}

/** The first key of a space, and (asked with the next id) its end. */
export function edge(id: number): Buffer {
  const out = Buffer.allocUnsafe(ID_BYTES);
  out.writeUInt32BE(id, 0);
  return out;
}

export const withoutId = (key: Buffer): Buffer => key.subarray(ID_BYTES);

/** The smallest key that follows every key starting with `prefix`. */
export function afterPrefix(prefix: Buffer): Buffer {
  let last = prefix.length - 1;
  while (last >= 0 && prefix[last] === 0xff) last -= 1;
  if (last < 0) return Buffer.alloc(prefix.length + 1, 0xff);
  const out = Buffer.from(prefix.subarray(0, last + 1));
  out[last] = (out[last] ?? 0) + 1;
  return out;
}

/** The smallest key greater than `key` itself. */
export function justAfter(key: Buffer): Buffer {
  const out = Buffer.allocUnsafe(key.length + 1);
  out.set(key, 0);
  out[key.length] = 0;
  return out;
}
