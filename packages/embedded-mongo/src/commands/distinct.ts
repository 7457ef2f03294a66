import { breathing } from '../aggregate/stream.js';
import { encodeKey } from '../bson/key.js';
import { rawFields, rootsOf } from '../bson/raw.js';
import type { Collection } from '../catalog/types.js';
import { finished, type Work } from '../cursor/slices.js';
import { mongoError } from '../errors.js';
import { EMPTY_ARRAY, expandPaths } from '../index/expand.js';
import { openQuery, type Query } from '../query/find.js';
import { BREATH, type Pace } from '../query/scan.js';
import type { Reader } from '../storage/engine.js';
import { documentOf, refuseUnknown, textOf } from '../wire/command.js';
import { MAX_DOCUMENT_BYTES } from '../wire/message.js';
import { collectionOf, ok, type CommandHandler } from './context.js';
import { deadlineOf, hintOf } from './find.js';
import { refuseCollationOf } from './statement.js';

const OPTIONS = new Set(['key', 'query', 'collation', 'hint']);

type Wanted = { key: string; query: Query };

/** Held under their keys, so that equal numbers of different types are one value and the answer is in BSON order. */
function* distinctValues(reader: Reader, collection: Collection, { key, query }: Wanted, pace: Pace): Work<unknown[]> {
  const values = new Map<string, unknown>();
  const roots = rootsOf([key]);
  let bytes = 0;
  for (const next of breathing(openQuery(reader, collection, query, pace).found)) {
    if (next === BREATH) {
      yield BREATH;
      continue;
    }
    for (const [value] of expandPaths(rawFields(next.bytes, roots), [key])) {
      if (value === undefined || value === EMPTY_ARRAY) continue;
      const name = encodeKey([value], [1]).toString('latin1');
      if (values.has(name)) continue;
      values.set(name, value);
      bytes += name.length;
      if (bytes > MAX_DOCUMENT_BYTES) throw mongoError(17_217, 'distinct too big, 16mb cap');
    }
  }
  return [...values.keys()].sort((one, other) => (one < other ? -1 : 1)).map((name) => values.get(name));
}

export const distinct: CommandHandler = (call) => {
  const { command, store } = call;
  refuseUnknown(command, OPTIONS);
  refuseCollationOf(documentOf(command, 'collation'));
  const key = textOf(command, 'key');
  if (key === undefined) throw mongoError(40_414, "BSON field 'distinct.key' is missing but a required field");
  const collection = collectionOf(call);
  if (!collection) return ok({ values: [] });
  const query = { filter: documentOf(command, 'query') ?? {}, hint: hintOf(command) };
  const pace = { turn: 0 };
  const values = finished(distinctValues(store.engine, collection, { key, query }, pace), pace, deadlineOf(command));
  return values instanceof Promise ? values.then((found) => ok({ values: found })) : ok({ values });
};
