import { BREATH, records } from '../query/scan.js';
import { planQuery } from '../query/planner.js';
import { openQuery } from '../query/find.js';
import { documentOf, refuseUnknown, type Command } from '../wire/command.js';
import type { Document } from '../bson/document.js';
import { countOf } from '../catalog/catalog.js';
import type { Collection, Index } from '../catalog/types.js';
import { filterConstraints } from '../query/constraints.js';
import type { Plan } from '../query/plan.js';
import type { Reader } from '../storage/engine.js';
import type { Hint } from '../query/planner.js';
import { collectionOf, ok, type CommandHandler } from './context.js';
import { hintOf, wholeNumber } from './find.js';
import { refuseCollationOf } from './statement.js';

const OPTIONS = new Set(['query', 'limit', 'skip', 'hint', 'collation', 'fields']);

/** One entry a document: no path of the index has an array, or the filter names one element of it. */
function isOnceEach(index: Index, filter: Document): boolean {
  const { paths } = filterConstraints(filter);
  return index.multikeyPaths.every((path) => paths.get(path)?.points?.length === 1);
}

/** The engine counts ten times as fast as a walk does, and a list of a million may be asked for its length. */
const countEntries = (reader: Reader, plan: Plan): number => plan.ranges.reduce((sum, range) => sum + reader.count(range), 0);

/** Counts without reading a document where the bounds of an index are the whole filter. */
export function countMatching(
  reader: Reader, collection: Collection, filter: Document, skip: number, limit: number, hint: Hint,
): number {
  const most = limit > 0 ? skip + limit : Infinity;
  let count = 0;
  if (Object.keys(filter).length === 0) count = countOf(reader, collection);
  else {
    const plan = planQuery(collection, filter, undefined, hint);
    if (plan.index && plan.exact && plan.bounded && isOnceEach(plan.index, filter)) {
      return Math.max(0, Math.min(countEntries(reader, plan), most) - skip);
    }
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
