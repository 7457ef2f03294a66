import type { Collection } from '../catalog/types.js';
import type { Entry, KeyRange, Reader } from '../storage/engine.js';
import { justAfter, prefixed, withoutId } from '../storage/keys.js';
import type { Examined, Plan } from './plan.js';

/** A document found: its key in the collection and its bytes. */
export type Found = { record: Buffer; bytes: Buffer };

/**
 * Lets a walk survive a pause: after `turn` has moved on, the walk seeks its place again,
 * because nothing guarantees that an engine's own cursor outlives the current turn.
 */
export type Pace = { turn: number };

/** Given back now and then by a walk that finds nothing, so that its caller may let others run. */
export const BREATH = Symbol('breath');
const BREATH_EVERY = 256;

function* entries(reader: Reader, range: KeyRange, pace: Pace): Generator<Entry> {
  let left = range;
  for (;;) {
    const turn = pace.turn;
    let moved = false;
    for (const entry of reader.range(left)) {
      yield entry;
      if (pace.turn === turn) continue;
      left = left.reverse ? { ...left, end: entry.key } : { ...left, start: justAfter(entry.key) };
      moved = true;
      break;
    }
    if (!moved) return;
  }
}

/** The keys of the documents in a plan's ranges, each once. */
export function* records(
  reader: Reader, plan: Plan, examined: Examined, pace: Pace,
): Generator<Buffer> {
  // One document of a multikey index stands at several keys.
  const seen = plan.index?.multikey ? new Set<string>() : undefined;
  for (const range of plan.ranges) {
    for (const { value } of entries(reader, range, pace)) {
      examined.keys += 1;
      if (seen) {
        const name = value.toString('latin1');
        if (seen.has(name)) continue;
        seen.add(name);
      }
      yield value;
    }
  }
}

function* walkIndex(
  reader: Reader, collection: Collection, plan: Plan, examined: Examined, pace: Pace,
): Generator<Found> {
  for (const record of records(reader, plan, examined, pace)) {
    const bytes = reader.get(prefixed(collection.id, record));
    // Gone since the walk paused.
    if (!bytes) continue;
    examined.documents += 1;
    yield { record, bytes };
  }
}

function* walkCollection(reader: Reader, plan: Plan, examined: Examined, pace: Pace): Generator<Found> {
  for (const range of plan.ranges) {
    for (const { key, value } of entries(reader, range, pace)) {
      examined.documents += 1;
      if (plan.bounded) examined.keys += 1;
      yield { record: withoutId(key), bytes: value };
    }
  }
}

const walkOf = (reader: Reader, collection: Collection, plan: Plan, examined: Examined, pace: Pace): Generator<Found> => {
  if (plan.branches) return walkBranches(reader, collection, plan.branches, examined, pace);
  return plan.index ? walkIndex(reader, collection, plan, examined, pace) : walkCollection(reader, plan, examined, pace);
};

/** One branch after the other; what an earlier one has found is passed over. */
function* walkBranches(reader: Reader, collection: Collection, branches: Plan[], examined: Examined, pace: Pace): Generator<Found> {
  const seen = new Set<string>();
  for (const branch of branches) {
    for (const found of walkOf(reader, collection, branch, examined, pace)) {
      const name = found.record.toString('latin1');
      if (seen.has(name)) continue;
      seen.add(name);
      yield found;
    }
  }
}

export type Accepts = (bytes: Buffer) => boolean;

/** Documents a plan reaches and the filter accepts; a BREATH stands where many in a row were refused. */
export function* scan(
  reader: Reader, collection: Collection, plan: Plan, accepts: Accepts, examined: Examined, pace: Pace,
): Generator<Found | typeof BREATH> {
  const walk = walkOf(reader, collection, plan, examined, pace);
  let refused = 0;
  for (const found of walk) {
    if (collection.dropped) return;
    if (plan.exact || accepts(found.bytes)) {
      refused = 0;
      yield found;
    } else if (++refused % BREATH_EVERY === 0) yield BREATH;
  }
}
