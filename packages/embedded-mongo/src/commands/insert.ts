import { Double } from 'bson';
import { encode } from '../bson/document.js';
import { mongoError } from '../errors.js';
import { collectionName, documentsOf, flagOf, refuseUnknown, type Command } from '../wire/command.js';
import { insertDocument, type Scope } from '../writes/documents.js';
import { collectionForWrite, type CommandHandler } from './context.js';
import { writeErrors, type WriteError } from './write-errors.js';
import { write } from './write-scope.js';

const OPTIONS = new Set(['documents', 'ordered']);
export const MAX_WRITES = 100_000;

/** Unless a client says otherwise, the first failure ends the batch. */
export const isOrdered = (command: Command): boolean => !command.fields.has('ordered') || flagOf(command, 'ordered');

export function checkBatch(count: number): void {
  if (count < 1 || count > MAX_WRITES) {
    throw mongoError(16, `Write batch sizes must be between 1 and ${MAX_WRITES}. Got ${count} operations.`);
  }
}

function insertAll(scope: Scope, db: string, name: string, documents: Buffer[], ordered: boolean): Buffer {
  const collection = collectionForWrite(scope, db, name);
  const errors: WriteError[] = [];
  let n = 0;
  for (let index = 0; index < documents.length; index += 1) {
    try {
      insertDocument(scope, collection, documents[index] as Buffer);
      n += 1;
    } catch (error) {
      errors.push(writeErrors.from(error, index));
      if (ordered) break;
    }
  }
  if (n > 0) scope.catalog.saveCounters(scope.writer, collection);
  return encode({ n, ...writeErrors.shown(errors), ok: new Double(1) });
}

export const insert: CommandHandler = (call) => {
  const { command } = call;
  refuseUnknown(command, OPTIONS);
  const name = collectionName(command);
  const documents = documentsOf(command, 'documents');
  checkBatch(documents.length);
  const ordered = isOrdered(command);
  return write(call, (scope) => insertAll(scope, command.db, name, documents, ordered));
};
