import type { Document } from '../bson/document.js';
import type { Collection } from '../catalog/types.js';
import { mongoError } from '../errors.js';
import { firstMatch, shapeOf } from '../query/find.js';
import type { Hint } from '../query/planner.js';
import type { Update } from '../update/compile.js';
import { arrayOf, collectionName, documentOf, flagOf, refuseUnknown, valueOf, type Command } from '../wire/command.js';
import { endDocument, newBytes, putDocument, putDouble, putName, startDocument, written } from '../wire/bytes.js';
import { deleteDocument, type Scope } from '../writes/documents.js';
import { applierOf, insertFromUpsert, updateOne, type UpdateStatement } from '../writes/update.js';
import { encode } from '../bson/document.js';
import { collectionForWrite, type CommandHandler } from './context.js';
import { refuseCollationOf, variablesOf } from './statement.js';
import { write } from './write-scope.js';

const OPTIONS = new Set([
  'query', 'sort', 'remove', 'update', 'new', 'fields', 'upsert', 'arrayFilters', 'hint', 'collation', 'let',
]);

type Result = { before?: Buffer | undefined; after?: Buffer | undefined; upserted?: unknown };

function answer(last: Document, value: Buffer | undefined): Buffer {
  const bytes = newBytes(128 + (value?.length ?? 0));
  const all = startDocument(bytes);
  putDocument(bytes, 'lastErrorObject', encode(last));
  if (value) putDocument(bytes, 'value', value);
  else putName(bytes, 0x0a, 'value');
  putDouble(bytes, 'ok', 1);
  endDocument(bytes, all);
  return written(bytes);
}

function statementOf(command: Command): UpdateStatement {
  const arrayFilters = arrayOf(command, 'arrayFilters');
  return {
    filter: documentOf(command, 'query') ?? {},
    update: valueOf(command, 'update') as Update,
    multi: false,
    upsert: flagOf(command, 'upsert'),
    sort: documentOf(command, 'sort'),
    hint: valueOf(command, 'hint') as Hint,
    arrayFilters: arrayFilters as Document[] | undefined,
    variables: variablesOf(command),
  };
}

function checkOptions(command: Command, remove: boolean): void {
  refuseUnknown(command, OPTIONS);
  refuseCollationOf(documentOf(command, 'collation'));
  const hasUpdate = command.fields.has('update');
  if (remove && hasUpdate) throw mongoError(9, 'Cannot specify both an update and remove=true');
  if (remove && flagOf(command, 'upsert')) throw mongoError(9, 'Cannot specify both upsert=true and remove=true ');
  if (remove && flagOf(command, 'new')) {
    throw mongoError(9, "Cannot specify both new=true and remove=true; 'remove' always returns the deleted document");
  }
  if (!remove && !hasUpdate) throw mongoError(9, "Either an update or remove=true must be specified");
}

function modify(scope: Scope, collection: Collection | undefined, statement: UpdateStatement): Result {
  if (!collection) return {};
  const apply = applierOf(statement);
  const found = firstMatch(scope.writer, collection, statement);
  if (found) {
    const after = updateOne(scope, collection, found.record, found.bytes, apply, statement);
    return { before: found.bytes, after: after ?? found.bytes };
  }
  if (!statement.upsert) return {};
  const { id, bytes } = insertFromUpsert(scope, collection, statement);
  scope.catalog.saveCounters(scope.writer, collection);
  return { after: bytes, upserted: id };
}

function removeFirst(scope: Scope, collection: Collection | undefined, statement: UpdateStatement): Buffer | undefined {
  const found = collection && firstMatch(scope.writer, collection, statement);
  if (!found) return undefined;
  deleteDocument(scope, collection, found.record, found.bytes);
  scope.catalog.saveCounters(scope.writer, collection);
  return found.bytes;
}

function run(scope: Scope, command: Command, name: string, remove: boolean): Buffer {
  const statement = statementOf(command);
  const shape = shapeOf(documentOf(command, 'fields'), statement.filter, statement.variables);
  const shaped = (bytes: Buffer | undefined) => bytes && shape(bytes);
  const collection = statement.upsert
    ? collectionForWrite(scope, command.db, name)
    : scope.catalog.find(command.db, name);
  if (remove) {
    const gone = removeFirst(scope, collection, statement);
    return answer({ n: gone ? 1 : 0 }, shaped(gone));
  }
  const { before, after, upserted } = modify(scope, collection, statement);
  const last = {
    n: after ? 1 : 0,
    updatedExisting: before !== undefined,
    ...(upserted !== undefined && { upserted }),
  };
  return answer(last, shaped(flagOf(command, 'new') ? after : before));
}

export const findAndModify: CommandHandler = (call) => {
  const { command } = call;
  const remove = flagOf(command, 'remove');
  checkOptions(command, remove);
  const name = collectionName(command);
  return write(call, (scope) => run(scope, command, name, remove));
};
