import { Double } from 'bson';
import { decode, encode, type Document } from '../bson/document.js';
import { toNumber } from '../catalog/numbers.js';
import type { Collection } from '../catalog/types.js';
import { mongoError } from '../errors.js';
import { matchingRecords } from '../query/find.js';
import type { Hint } from '../query/planner.js';
import { prefixed } from '../storage/keys.js';
import { collectionName, documentsOf, refuseUnknown, type Command } from '../wire/command.js';
import { deleteDocument, type Scope } from '../writes/documents.js';
import type { CommandHandler } from './context.js';
import { checkBatch, isOrdered } from './insert.js';
import { refuseStatementOptions, variablesOf } from './statement.js';
import { writeErrors, type WriteError } from './write-errors.js';
import { write } from './write-scope.js';

const OPTIONS = new Set(['deletes', 'ordered', 'let']);
const STATEMENT = new Set(['q', 'limit', 'hint', 'collation']);

function deleteMatching(scope: Scope, collection: Collection, statement: Document, variables: Document | undefined): number {
  const limit = toNumber(statement['limit']);
  if (limit !== 0 && limit !== 1) {
    throw mongoError(9, `The limit field in delete objects must be 0 or 1. Got ${String(limit)}`);
  }
  const query = { filter: statement['q'] as Document, limit, hint: statement['hint'] as Hint, variables };
  // Found first and removed after: a walk does not have to bear that the ground changes under it.
  const found = matchingRecords(scope.writer, collection, query);
  for (const record of found) {
    const bytes = scope.writer.get(prefixed(collection.id, record));
    if (bytes) deleteDocument(scope, collection, record, bytes);
  }
  return found.length;
}

function deleteAll(scope: Scope, collection: Collection, statements: Document[], command: Command): Buffer {
  const variables = variablesOf(command);
  const errors: WriteError[] = [];
  let n = 0;
  for (const [index, statement] of statements.entries()) {
    try {
      refuseStatementOptions('delete.deletes', statement, STATEMENT);
      n += deleteMatching(scope, collection, statement, variables);
    } catch (error) {
      errors.push(writeErrors.from(error, index));
      if (isOrdered(command)) break;
    }
  }
  if (n > 0) scope.catalog.saveCounters(scope.writer, collection);
  return encode({ n, ...writeErrors.shown(errors), ok: new Double(1) });
}

export const deleteCommand: CommandHandler = (call) => {
  const { command } = call;
  refuseUnknown(command, OPTIONS);
  const name = collectionName(command);
  const statements = documentsOf(command, 'deletes').map((bytes) => decode(bytes));
  checkBatch(statements.length);
  return write(call, (scope) => {
    const collection = scope.catalog.find(command.db, name);
    return collection
      ? deleteAll(scope, collection, statements, command)
      : encode({ n: 0, ok: new Double(1) });
  });
};
