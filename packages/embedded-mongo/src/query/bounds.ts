import { encodeKey } from '../bson/key.js';
import type { Direction } from '../catalog/types.js';
import type { KeyRange } from '../storage/engine.js';
import { afterPrefix, prefixed } from '../storage/keys.js';
import type { Constraint } from './constraints.js';

/** Beyond this many points a walk over the range is cheaper than seeking each of them. */
const MAX_POINTS = 1_000;

type Span = { start: Buffer; end: Buffer };

const join = (prefix: Buffer, rest: Buffer): Buffer => Buffer.concat([prefix, rest]);

/** First byte of a key is its type, so a range that is open on one side ends where the type does. */
function rangeSpan(prefix: Buffer, { lower, upper }: Constraint, direction: Direction): Span {
  const some = lower ?? upper;
  const type = encodeKey([some?.value], [direction]).subarray(0, 1);
  const edgeOf = (bound: Constraint['lower'], past: boolean): Buffer | undefined => {
    if (!bound) return undefined;
    const key = join(prefix, encodeKey([bound.value], [direction]));
    return past ? afterPrefix(key) : key;
  };
  const [from, to] = direction === 1 ? [lower, upper] : [upper, lower];
  return {
    start: edgeOf(from, from !== undefined && !from.inclusive) ?? join(prefix, type),
    end: edgeOf(to, to?.inclusive === true) ?? afterPrefix(join(prefix, type)),
  };
}

const prefixSpan = (prefix: Buffer): Span => ({ start: prefix, end: afterPrefix(prefix) });

/** One constraint applied to what the paths before it have fixed. */
export type Bounded = { prefixes: Buffer[]; spans?: Span[] };

/** Narrows every prefix by one more path: to points, from which the next path may go on, or to a range, which ends it. */
export function narrow(prefixes: Buffer[], constraint: Constraint, direction: Direction): Bounded | undefined {
  const { points } = constraint;
  if (!points) return { prefixes: [], spans: prefixes.map((prefix) => rangeSpan(prefix, constraint, direction)) };
  if (points.length * prefixes.length > MAX_POINTS) return undefined;
  const keys = points.map((point) => encodeKey([point], [direction]));
  return { prefixes: prefixes.flatMap((prefix) => keys.map((key) => join(prefix, key))) };
}

/** Spans as ranges of the store, in key order (or against it), each place once. */
export function toRanges(id: number, { prefixes, spans }: Bounded, reverse: boolean): KeyRange[] {
  const all = (spans ?? prefixes.map(prefixSpan))
    .filter(({ start, end }) => Buffer.compare(start, end) < 0)
    .sort((one, other) => Buffer.compare(one.start, other.start))
    // Points that encode alike (1 and 1.0 in one list) are one place.
    .filter((span, at, sorted) => at === 0 || !span.start.equals(sorted[at - 1]?.start as Buffer));
  if (reverse) all.reverse();
  return all.map(({ start, end }) => ({ start: prefixed(id, start), end: prefixed(id, end), reverse }));
}
