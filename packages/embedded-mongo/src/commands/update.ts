import { Double } from 'bson';
import { decode, encode, type Document } from '../bson/document.js';
import { collectionName, documentsOf, refuseUnknown, type Command } from '../wire/command.js';
import type { Scope } from '../writes/documents.js';
import { runUpdate, updateStatement } from '../writes/update.js';
import { collectionForWrite, type CommandHandler } from './context.js';
import { checkBatch, isOrdered } from './insert.js';
import { refuseStatementOptions, variablesOf } from './statement.js';
import { writeErrors, type WriteError } from './write-errors.js';
import { write } from './write-scope.js';

const OPTIONS = new Set(['updates', 'ordered', 'let']);
// `sort` came with server 8; one that says it is 7.0 does not know it.
const STATEMENT = new Set(['q', 'u', 'c', 'multi', 'upsert', 'arrayFilters', 'hint', 'collation']);

type Totals = { matched: number; modified: number; upserted: { index: number; _id: unknown }[]; errors: WriteError[] };

function runOne(scope: Scope, command: Command, name: string, statement: Document, index: number, totals: Totals): void {
  refuseStatementOptions('update.updates', statement, STATEMENT);
  const parsed = updateStatement({ ...statement, c: statement['c'] ?? variablesOf(command) });
  const collection = parsed.upsert
    ? collectionForWrite(scope, command.db, name)
    : scope.catalog.find(command.db, name);
  if (!collection) return;
  const result = runUpdate(scope, collection, parsed);
  totals.matched += result.matched;
  totals.modified += result.modified;
  if ('upserted' in result) {
    totals.upserted.push({ index, _id: result.upserted });
    scope.catalog.saveCounters(scope.writer, collection);
  }
}

function answer({ matched, modified, upserted, errors }: Totals): Buffer {
  return encode({
    n: matched + upserted.length,
    nModified: modified,
    ...(upserted.length > 0 && { upserted }),
    ...writeErrors.shown(errors),
    ok: new Double(1),
  });
}

export const update: CommandHandler = (call) => {
  const { command } = call;
  refuseUnknown(command, OPTIONS);
  const name = collectionName(command);
  const statements = documentsOf(command, 'updates').map((bytes) => decode(bytes));
  checkBatch(statements.length);
  const ordered = isOrdered(command);
  return write(call, (scope) => {
    const totals: Totals = { matched: 0, modified: 0, upserted: [], errors: [] };
    for (const [index, statement] of statements.entries()) {
      try {
        runOne(scope, command, name, statement, index, totals);
      } catch (error) {
        totals.errors.push(writeErrors.from(error, index));
        if (ordered) break;
      }
    }
    return answer(totals);
  });
};
