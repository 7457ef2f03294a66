import { readValue } from './reader.js';
import { setField, TYPE, type Document } from './types.js';

// How many bytes a value of a type takes; -1 where the value itself says it.
const SIZES = new Int8Array(256).fill(-1);
const FIXED: readonly (readonly [type: number, size: number])[] = [
  [TYPE.double, 8], [TYPE.undefined, 0], [TYPE.objectId, 12], [TYPE.bool, 1], [TYPE.date, 8], [TYPE.null, 0], [TYPE.int32, 4],
  [TYPE.timestamp, 8], [TYPE.long, 8], [TYPE.decimal, 16], [TYPE.maxKey, 0], [TYPE.minKey, 0],
];
for (const [type, size] of FIXED) SIZES[type] = size;

/** An element inside validated bytes: from its type byte to behind its value. */
export type RawElement = { type: number; at: number; nameEnd: number; end: number };

/** Where a value ends that starts at `at`. */
export const rawValueEnd = (bytes: Buffer, type: number, at: number): number => {
  const size = SIZES[type] as number;
  if (size >= 0) return at + size;
  switch (type) {
    case TYPE.object:
    case TYPE.array:
    case TYPE.codeWithScope:
      return at + bytes.readInt32LE(at);
    case TYPE.binary:
      return at + 5 + bytes.readInt32LE(at);
    case TYPE.regex:
      return bytes.indexOf(0, bytes.indexOf(0, at) + 1) + 1;
    case TYPE.dbPointer:
      return at + 4 + bytes.readInt32LE(at) + 12;
    default:
      return at + 4 + bytes.readInt32LE(at);
  }
};

/** Steps to the element at `element.end`; answers false behind the last one. Reuses one object for the whole walk. */
export const nextElement = (bytes: Buffer, element: RawElement, documentEnd: number): boolean => {
  const at = element.end;
  if (at >= documentEnd - 1) return false;
  let nameEnd = at + 1;
  while (bytes[nameEnd] !== 0) nameEnd += 1;
  element.at = at;
  element.type = bytes[at] as number;
  element.nameEnd = nameEnd;
  element.end = rawValueEnd(bytes, element.type, nameEnd + 1);
  return true;
};

export const firstElement = (start: number): RawElement => ({ type: 0, at: start, nameEnd: start, end: start + 4 });

/** Is the element's name these bytes? */
export const isNamed = (bytes: Buffer, element: RawElement, name: Buffer): boolean => {
  if (element.nameEnd - element.at - 1 !== name.length) return false;
  for (let index = 0; index < name.length; index += 1) if (bytes[element.at + 1 + index] !== name[index]) return false;
  return true;
};

export const rawValue = (bytes: Buffer, element: RawElement): unknown =>
  readValue({ bytes, at: element.nameEnd + 1 }, element.type);

const collect = (bytes: Buffer, start: number, names: readonly Buffer[], depth: number, found: unknown[]): void => {
  const end = start + bytes.readInt32LE(start);
  const name = names[depth] as Buffer;
  const element = firstElement(start);
  while (nextElement(bytes, element, end)) {
    if (!isNamed(bytes, element, name)) continue;
    if (depth === names.length - 1) found.push(rawValue(bytes, element));
    else if (element.type === TYPE.object) collect(bytes, element.nameEnd + 1, names, depth + 1, found);
    else if (element.type === TYPE.array) collectEach(bytes, element.nameEnd + 1, names, depth + 1, found);
    return;
  }
};

/** An array on the way: every document in it, and the element a number in the path points at. */
const collectEach = (bytes: Buffer, start: number, names: readonly Buffer[], depth: number, found: unknown[]): void => {
  const end = start + bytes.readInt32LE(start);
  const element = firstElement(start);
  while (nextElement(bytes, element, end)) {
    if (element.type === TYPE.object) collect(bytes, element.nameEnd + 1, names, depth, found);
  }
  collect(bytes, start, names, depth, found);
};

/** All values at a dotted path of validated bytes, through arrays on the way; nothing else is decoded. */
export const rawGet = (bytes: Buffer, path: string): unknown[] => {
  const found: unknown[] = [];
  collect(bytes, 0, path.split('.').map((part) => Buffer.from(part)), 0, found);
  return found;
};

/**
 * The top-level fields of these names, decoded as in the whole document: what lies beside them may be a hundred times
 * larger, and is stepped over.
 */
export const rawFields = (bytes: Buffer, names: readonly Buffer[]): Document => {
  const found: Document = {};
  const element = firstElement(0);
  let left = names.length;
  while (left > 0 && nextElement(bytes, element, bytes.length)) {
    const name = names.find((each) => isNamed(bytes, element, each));
    if (!name) continue;
    setField(found, name.toString(), rawValue(bytes, element));
    left -= 1;
  }
  return found;
};

/** The names of the top-level fields that some paths begin with, each once, for `rawFields`. */
export const rootsOf = (paths: readonly string[]): Buffer[] => [...new Set(paths.map((path) => path.split('.', 1)[0] as string))].map((name) => Buffer.from(name));

/** A piece of a document to be replaced: what lies from `start` to `end` becomes `bytes`. */
export type Edit = { start: number; end: number; bytes: Buffer };

/** A copy of a document with some pieces replaced, given in their order. */
export const edited = (bytes: Buffer, edits: readonly Edit[]): Buffer => {
  let size = bytes.length;
  for (const edit of edits) size += edit.bytes.length - (edit.end - edit.start);
  const made = Buffer.allocUnsafeSlow(size);
  let from = 0;
  let to = 0;
  for (const edit of edits) {
    to += bytes.copy(made, to, from, edit.start);
    to += edit.bytes.copy(made, to);
    from = edit.end;
  }
  bytes.copy(made, to, from);
  made.writeInt32LE(size, 0);
  return made;
};
