import { Double } from 'bson';
import { checkLogin } from '../auth/login.js';
import { decode, encode, type Document } from '../bson/document.js';
import { MongoError, mongoError } from '../errors.js';
import type { Failure } from '../failpoint/fail-points.js';
import { refuseTransaction } from '../session/retry.js';
import { commandOf } from '../wire/command.js';
import type { Answer, Handler } from '../wire/connection.js';
import { validateRequest, type Request } from '../wire/message.js';
import type { Call, Client, Store } from './context.js';
import { COMMANDS } from './table.js';

const DISK_FULL = 14_031;
/** What LMDB and the file system say when there is no room; a write that ends short is an input/output error to LMDB. */
const NO_ROOM = /ENOSPC|EFBIG|EDQUOT|No space left|File too large|MDB_MAP_FULL|Disk quota|Input\/output error/i;
/** Drivers repeat a write on these if it carries the label, and only then. */
const RETRYABLE = new Set([6, 7, 89, 91, 189, 262, 9001, 10_107, 11_600, 11_602, 13_435, 13_436]);

/** Whatever was thrown, as the client may see it: a bug shows no more than that it is one. */
export function toMongoError(thrown: unknown): MongoError {
  if (thrown instanceof MongoError) return thrown;
  const message = thrown instanceof Error ? thrown.message : String(thrown);
  if (NO_ROOM.test(message)) return mongoError(DISK_FULL, `The disk is full or fails, nothing was written: ${message}`);
  return mongoError(8, `embedded-mongo failed unexpectedly: ${message}`);
}

function errorAnswer(error: MongoError, labels?: string[]): Buffer {
  return encode({
    ok: new Double(0), errmsg: error.message, code: error.code, codeName: error.codeName, ...error.extra,
    ...(labels && labels.length > 0 && { errorLabels: labels }),
  });
}

/** A failed write may be sent again when the failure says nothing about the write itself. */
function labelsFor(call: Call, code: number): string[] {
  return call.command.fields.has('txnNumber') && RETRYABLE.has(code) ? ['RetryableWriteError'] : [];
}

/** These carry the marks of a transaction only to end it. */
const ENDS_TRANSACTION = new Set(['commitTransaction', 'abortTransaction']);

const wait = (milliseconds: number) => new Promise((resolve) => setTimeout(resolve, milliseconds));

async function withConcernError(answer: Answer | Promise<Answer>, failure: Failure): Promise<Answer> {
  const done = await answer;
  if (done === 'close' || !failure.writeConcernError) return done;
  const extra: Document = failure.errorLabels ? { errorLabels: failure.errorLabels } : {};
  return encode({ ...decode(done), writeConcernError: failure.writeConcernError, ...extra });
}

async function fail(call: Call, failure: Failure): Promise<Answer> {
  if (failure.blockMs > 0) await wait(failure.blockMs);
  if (failure.closeConnection) return 'close';
  if (failure.errorCode !== undefined && !failure.writeConcernError) {
    const labels = failure.errorLabels ?? labelsFor(call, failure.errorCode);
    return errorAnswer(mongoError(failure.errorCode, `Failing command via 'failCommand' failpoint`), labels);
  }
  return withConcernError(run(call), failure);
}

function run(call: Call): Answer | Promise<Answer> {
  const handler = COMMANDS.get(call.command.name);
  if (!handler) throw mongoError(59, `no such command: '${call.command.name}'`);
  call.store.inspect?.(call.command);
  checkLogin(call.store, call.client.login, call.command.name);
  if (!ENDS_TRANSACTION.has(call.command.name)) refuseTransaction(call.command);
  return handler(call);
}

/** From a request to its answer. Whatever goes wrong inside is an answer, too: the connection goes on. */
export function dispatcher(store: Store, client: Client): Handler {
  const answer = (request: Request): Answer | Promise<Answer> => {
    validateRequest(request);
    const call: Call = { store, client, command: commandOf(request) };
    store.counts.commands += 1;
    const failure = store.failPoints.take(call.command.name, client.appName);
    const done = failure ? fail(call, failure) : run(call);
    return done;
  };
  const failed = (thrown: unknown): Buffer => errorAnswer(toMongoError(thrown));
  return (request) => {
    try {
      const done = answer(request);
      return done instanceof Promise ? done.catch(failed) : done;
    } catch (thrown) {
      return failed(thrown);
    }
  };
}
