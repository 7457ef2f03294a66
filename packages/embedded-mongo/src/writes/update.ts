import { ObjectId } from 'bson';
import { decodeTrusted, encode, type Document } from '../bson/document.js';
import { toNumber } from '../catalog/numbers.js';
import type { Collection } from '../catalog/types.js';
import { mongoError } from '../errors.js';
import { firstMatch, matchingRecords } from '../query/find.js';
import type { Hint } from '../query/planner.js';
import { matchedPositions } from '../query/positions.js';
import { prefixed } from '../storage/keys.js';
import { compileUpdate, spliceUpdate, upsertBase, type Update } from '../update/compile.js';
import { insertDocument, replaceDocument, type Scope } from './documents.js';

export type UpdateStatement = {
  filter: Document;
  update: Update;
  multi: boolean;
  upsert: boolean;
  sort?: Document | undefined;
  hint?: Hint;
  arrayFilters?: Document[] | undefined;
  /** Values of `let`, in the filter and in a pipeline. */
  variables?: Document | undefined;
};

type Matching = Pick<UpdateStatement, 'filter' | 'variables'>;

export type Updated = { matched: number; modified: number; upserted?: unknown };
export type Changed = { before?: Buffer; after?: Buffer; upserted?: unknown };

type Apply = ReturnType<typeof compileUpdate>;

export const applierOf = ({ update, arrayFilters, variables }: UpdateStatement): Apply =>
  compileUpdate(update, { arrayFilters: arrayFilters ?? [], constants: variables ?? {}, now: new Date() });

/** The long way, for what touches more than whole top-level fields. */
function decodedUpdate(before: Buffer, apply: Apply, { filter, variables }: Matching): { bytes: Buffer; changedPaths: string[] } {
  const document = decodeTrusted(before);
  const { doc, changedPaths } = apply(document, () => matchedPositions(filter, document, variables));
  return { bytes: changedPaths.length > 0 ? encode(doc) : before, changedPaths };
}

/** Changes one stored document; answers its new bytes, or undefined when the update changes nothing. */
export function updateOne(
  scope: Scope, collection: Collection, record: Buffer, before: Buffer, apply: Apply, matching: Matching,
): Buffer | undefined {
  const { bytes: after, changedPaths } = spliceUpdate(before, apply) ?? decodedUpdate(before, apply, matching);
  if (changedPaths.length === 0 || after.equals(before)) return undefined;
  replaceDocument(scope, collection, record, before, after, changedPaths);
  return after;
}

/** The document an upsert makes: the filter's equalities, the update on top, and an `_id`. */
export function insertFromUpsert(scope: Scope, collection: Collection, statement: UpdateStatement): { id: unknown; bytes: Buffer } {
  const document = upsertBase(statement.filter, statement.update, {
    arrayFilters: statement.arrayFilters ?? [], constants: statement.variables ?? {}, now: new Date(),
  });
  const whole = document['_id'] === undefined ? { _id: new ObjectId(), ...document } : document;
  return insertDocument(scope, collection, encode(whole));
}

function updateMany(scope: Scope, collection: Collection, statement: UpdateStatement, apply: Apply): Updated {
  const records = matchingRecords(scope.writer, collection, statement);
  let modified = 0;
  for (const record of records) {
    const before = scope.writer.get(prefixed(collection.id, record));
    if (before && updateOne(scope, collection, record, before, apply, statement)) modified += 1;
  }
  return { matched: records.length, modified };
}

function updateFirst(scope: Scope, collection: Collection, statement: UpdateStatement, apply: Apply): Updated {
  const found = firstMatch(scope.writer, collection, statement);
  if (!found) return { matched: 0, modified: 0 };
  const after = updateOne(scope, collection, found.record, found.bytes, apply, statement);
  return { matched: 1, modified: after ? 1 : 0 };
}

export function runUpdate(scope: Scope, collection: Collection, statement: UpdateStatement): Updated {
  const apply = applierOf(statement);
  const result = statement.multi
    ? updateMany(scope, collection, statement, apply)
    : updateFirst(scope, collection, statement, apply);
  if (result.matched > 0 || !statement.upsert) return result;
  return { matched: 0, modified: 0, upserted: insertFromUpsert(scope, collection, statement).id };
}

const isReplacement = (update: Update): boolean =>
  !Array.isArray(update) && !Object.keys(update).some((name) => name.startsWith('$'));

/** Reads `{ q, u, … }` of an update command. */
export function updateStatement(statement: Document): UpdateStatement {
  const update = statement['u'] as Update | undefined;
  if (typeof update !== 'object' || update === null) {
    throw mongoError(9, "BSON field 'update.updates.u' must be either an object or an array");
  }
  const multi = statement['multi'] === true || (toNumber(statement['multi']) ?? 0) !== 0;
  if (multi && isReplacement(update)) throw mongoError(9, 'multi update is not supported for replacement-style update');
  return {
    filter: statement['q'] as Document,
    update, multi,
    upsert: statement['upsert'] === true || (toNumber(statement['upsert']) ?? 0) !== 0,
    hint: statement['hint'] as Hint,
    arrayFilters: statement['arrayFilters'] as Document[] | undefined,
    variables: statement['c'] as Document | undefined,
  };
}
