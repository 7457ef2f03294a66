import { BREATH, records } from '../query/scan.js';
import { planQuery } from '../query/planner.js';
import { openQuery } from '../query/find.js';
import { documentOf, refuseUnknown, type Command } from '../wire/command.js';
import type { Document } from '../bson/document.js';
import { countOf } from '../catalog/catalog.js';
import type { Collection } from '../catalog/types.js';
import type { Reader } from '../storage/engine.js';
import type { Hint } from '../query/planner.js';
import { collectionOf, ok, type CommandHandler } from './context.js';
import { hintOf, wholeNumber } from './find.js';
import { refuseCollationOf } from './statement.js';

const OPTIONS = new Set(['query', 'limit', 'skip', 'hint', 'collation', 'fields']);

/** Counts without reading a document where the bounds of an index are the whole filter. */
export function countMatching(
  reader: Reader, collection: Collection, filter: Document, skip: number, limit: number, hint: Hint,
): number {
  const most = limit > 0 ? skip + limit : Infinity;
  let count = 0;
  if (Object.keys(filter).length === 0) count = countOf(reader, collection);
  else {
    const plan = planQuery(collection, filter, undefined, hint);
    const found = plan.index && plan.exact
      ? records(reader, plan, { keys: 0, documents: 0 }, { turn: 0 })
      : openQuery(reader, collection, { filter, hint }).found;
    for (const next of found) {
      if (next !== BREATH) count += 1;
      if (count >= most) break;
    }
  }
  return Math.max(0, Math.min(count, most) - skip);
}

const filterOf = (command: Command): Document => documentOf(command, 'query') ?? {};

export const count: CommandHandler = (call) => {
  const { command, store } = call;
  refuseUnknown(command, OPTIONS);
  refuseCollationOf(documentOf(command, 'collation'));
  const collection = collectionOf(call);
  if (!collection) return ok({ n: 0 });
  const skip = wholeNumber(command, 'skip') ?? 0;
  const limit = wholeNumber(command, 'limit') ?? 0;
  return ok({ n: countMatching(store.engine, collection, filterOf(command), skip, limit, hintOf(command)) });
};
