import { decode } from '../bson/document.js';
import { encodeKey } from '../bson/key.js';
import { mongoError } from '../errors.js';
import { EMPTY_ARRAY, expandPaths } from '../index/expand.js';
import { openQuery } from '../query/find.js';
import { BREATH } from '../query/scan.js';
import { documentOf, refuseUnknown, textOf } from '../wire/command.js';
import { MAX_DOCUMENT_BYTES } from '../wire/message.js';
import { collectionOf, ok, type CommandHandler } from './context.js';
import { hintOf } from './find.js';
import { refuseCollationOf } from './statement.js';

const OPTIONS = new Set(['key', 'query', 'collation', 'hint']);

export const distinct: CommandHandler = (call) => {
  const { command, store } = call;
  refuseUnknown(command, OPTIONS);
  refuseCollationOf(documentOf(command, 'collation'));
  const key = textOf(command, 'key');
  if (key === undefined) throw mongoError(40_414, "BSON field 'distinct.key' is missing but a required field");
  const collection = collectionOf(call);
  if (!collection) return ok({ values: [] });
  const filter = documentOf(command, 'query') ?? {};
  // Held under their keys, so that equal numbers of different types are one value and the answer is in BSON order.
  const values = new Map<string, unknown>();
  let bytes = 0;
  for (const next of openQuery(store.engine, collection, { filter, hint: hintOf(command) }).found) {
    if (next === BREATH) continue;
    for (const [value] of expandPaths(decode(next.bytes), [key])) {
      if (value === undefined || value === EMPTY_ARRAY) continue;
      const name = encodeKey([value], [1]).toString('latin1');
      if (values.has(name)) continue;
      values.set(name, value);
      bytes += name.length;
      if (bytes > MAX_DOCUMENT_BYTES) throw mongoError(17_217, 'distinct too big, 16mb cap');
    }
  }
  const names = [...values.keys()].sort((one, other) => (one < other ? -1 : 1));
  return ok({ values: names.map((name) => values.get(name)) });
};
