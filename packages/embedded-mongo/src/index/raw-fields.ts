import { rawValueEnd } from '../bson/raw.js';
import { readValue } from '../bson/reader.js';

export type Place = { type: number; start: number; end: number };

/** True when the element name at `at` is `name`; both end in a zero byte. */
function isNamed(bytes: Buffer, at: number, name: Buffer): boolean {
  for (let index = 0; index < name.length; index += 1) if (bytes[at + index] !== name[index]) return false;
  return true;
}

/** Finds a direct child by name. `name` carries its closing zero, so a prefix never matches. */
export function child(bytes: Buffer, document: number, name: Buffer): Place | undefined {
  const last = document + bytes.readInt32LE(document) - 1;
  let at = document + 4;
  while (at < last) {
    const type = bytes[at] as number;
    at += 1;
    const found = isNamed(bytes, at, name);
    while (bytes[at] !== 0) at += 1;
    const end = rawValueEnd(bytes, type, at + 1);
    if (found) return { type, start: at + 1, end };
    at = end;
  }
  return undefined;
}

export const zeroEnded = (name: string): Buffer => Buffer.from(`${name}\0`);

export const ARRAY_ON_THE_WAY = Symbol('an array on the way');
export const MISSING = Symbol('missing');

/** The value at a path, unless an array makes it many. */
export function pick(bytes: Buffer, names: Buffer[]): Place | typeof ARRAY_ON_THE_WAY | typeof MISSING {
  let document = 0;
  for (let depth = 0; ; depth += 1) {
    const place = child(bytes, document, names[depth] as Buffer);
    if (!place) return MISSING;
    if (place.type === 0x04) return ARRAY_ON_THE_WAY;
    if (depth === names.length - 1) return place;
    if (place.type !== 0x03) return MISSING;
    document = place.start;
  }
}

/** One value of a validated document, as `decode` would have given it. */
export const valueAt = (bytes: Buffer, { type, start }: Place): unknown => readValue({ bytes, at: start }, type);
