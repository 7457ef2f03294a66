import type { Document } from '../bson/document.js';
import { mongoError } from '../errors.js';
import { BREATH } from '../query/scan.js';

/** Documents on their way through a pipeline; a BREATH stands where others may run. */
export type Stream = Iterable<Document | typeof BREATH>;

const MAX_HELD = 1_000_000;
const BREATH_EVERY = 256;

/** All documents of a stream at once, as a stage needs them that cannot answer before it has seen the last. */
export function* gathered(stream: Stream): Generator<typeof BREATH, Document[]> {
  const held: Document[] = [];
  for (const next of stream) {
    if (next === BREATH) yield BREATH;
    else if (held.push(next) > MAX_HELD) {
      throw mongoError(292, 'Exceeded memory limit for the aggregation, but did not allow external spilling');
    }
  }
  return held;
}

/** Each document as what `act` makes of it; BREATHs go through. */
export function* mapped(stream: Stream, act: (document: Document) => Document): Generator<Document | typeof BREATH> {
  for (const next of stream) yield next === BREATH ? BREATH : act(next);
}

/** Adds a BREATH after so many documents, where the source has none. */
export function* breathing<Item>(items: Iterable<Item>): Generator<Item | typeof BREATH> {
  let count = 0;
  for (const item of items) {
    yield item;
    count += 1;
    if (count % BREATH_EVERY === 0) yield BREATH;
  }
}
