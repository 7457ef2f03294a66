import { mongoError } from '../errors.js';
import { once, retryKey } from '../session/retry.js';
import { documentOf, type Command } from '../wire/command.js';
import { toNumber } from '../catalog/numbers.js';
import type { Scope } from '../writes/documents.js';
import type { Call } from './context.js';

/** One machine can promise its own disk and nothing beyond it. */
function checkConcern(command: Command): void {
  if (!command.fields.has('writeConcern')) return;
  const w = documentOf(command, 'writeConcern')?.['w'];
  if (w === undefined || w === 'majority') return;
  const nodes = toNumber(w);
  if (nodes === undefined) throw mongoError(79, `No write concern mode named '${String(w)}' found in replica set configuration`);
  if (nodes > 1) throw mongoError(100, 'Not enough data-bearing nodes');
}

/** Runs a write command in one commit, once, and answers when the commit is on disk. */
export function write(call: Call, act: (scope: Scope) => Buffer): Buffer | Promise<Buffer> {
  const { engine, catalog } = call.store;
  checkConcern(call.command);
  const key = retryKey(call.command);
  const done = engine.write((writer) => once(writer, key, () => act({ writer, catalog })));
  // A commit that failed (a full disk) took nothing to disk, so what memory says about it is read again.
  return done instanceof Promise ? done.catch((error: unknown) => reloaded(call, error)) : done;
}

function reloaded(call: Call, error: unknown): never {
  call.store.catalog.load();
  throw error;
}
