import { MAX_DOCUMENT_BYTES } from '../bson/document.js';
import { edited, firstElement, isNamed, nextElement, rawValue, type Edit, type RawElement } from '../bson/raw.js';
import { encodeElement } from '../bson/writer.js';
import { MongoError } from '../errors.js';
import type { Modifier, Modifiers } from './modifiers.js';
import { createsField, KEEP, REMOVE } from './operators.js';

const NOTHING = Buffer.alloc(0);

/** One field to change. What `$set` writes is the same in every document, so it is encoded once. */
type Target = { modifier: Modifier; name: Buffer; ready: Buffer | undefined };

export type Spliced = { bytes: Buffer; changedPaths: string[] };
export type Splice = (bytes: Buffer, now: Date) => Spliced | undefined;

const targetOf = (modifier: Modifier): Target => ({
  modifier,
  name: Buffer.from(modifier.path),
  ready: modifier.operator === '$set' ? encodeElement(modifier.path, modifier.argument) : undefined,
});

/** The element's new bytes: none to remove it, undefined to leave it. */
const replacement = ({ modifier, ready }: Target, bytes: Buffer, element: RawElement | undefined, now: Date): Buffer | undefined => {
  if (ready) return ready;
  if (!element && !createsField(modifier.operator)) return undefined;
  const next = modifier.change(element && rawValue(bytes, element), { path: modifier.path, now, isInsert: false, id: undefined });
  if (next === KEEP || next === undefined) return undefined;
  return next === REMOVE ? NOTHING : encodeElement(modifier.path, next);
};

const isSame = (bytes: Buffer, element: RawElement, made: Buffer): boolean =>
  made.length === element.end - element.at && made.compare(bytes, element.at, element.end) === 0;

const splice = (targets: readonly Target[], bytes: Buffer, now: Date): Spliced | undefined => {
  const edits: Edit[] = [];
  const changedPaths: string[] = [];
  const met = new Set<Target>();
  const element = firstElement(0);
  while (met.size < targets.length && nextElement(bytes, element, bytes.length)) {
    const target = targets.find(({ name }) => isNamed(bytes, element, name));
    if (!target) continue;
    met.add(target);
    const made = replacement(target, bytes, element, now);
    if (made === undefined || isSame(bytes, element, made)) continue;
    edits.push({ start: element.at, end: element.end, bytes: made });
    changedPaths.push(target.modifier.path);
  }
  for (const target of targets) {
    const made = met.has(target) ? undefined : replacement(target, bytes, undefined, now);
    if (made === undefined || made.length === 0) continue;
    edits.push({ start: bytes.length - 1, end: bytes.length - 1, bytes: made });
    changedPaths.push(target.modifier.path);
  }
  if (edits.length === 0) return { bytes, changedPaths };
  const made = edited(bytes, edits);
  // The long way round says so with the server's words.
  return made.length > MAX_DOCUMENT_BYTES ? undefined : { bytes: made, changedPaths };
};

/**
 * Operators that touch only whole top-level fields, applied to stored bytes: the rest of the document is neither decoded
 * nor encoded. Undefined when the update is of another kind, or must be refused for what it makes.
 */
export const compileSplice = ({ modifiers, renamings, filters }: Modifiers): Splice | undefined => {
  const isSimple = renamings.length === 0 && filters.size === 0
    && modifiers.every(({ parts, positional }) => parts.length === 1 && !positional && parts[0] !== '_id' && !parts[0]?.startsWith('$'));
  if (!isSimple) return undefined;
  const targets = modifiers.map(targetOf);
  return (bytes, now) => {
    try {
      return splice(targets, bytes, now);
    } catch (error) {
      // The long way refuses the same change, in the server's order and naming the document.
      if (error instanceof MongoError) return undefined;
      throw error;
    }
  };
};
