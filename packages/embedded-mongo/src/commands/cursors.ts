import { Long } from 'bson';
import { batchAnswer, fill, type Batch } from '../cursor/batch.js';
import { mongoError } from '../errors.js';
import { arrayOf, collectionName, int64Of, refuseUnknown, textOf } from '../wire/command.js';
import { ok, type CommandHandler } from './context.js';
import { deadlineOf, wholeNumber } from './find.js';

const MORE_OPTIONS = new Set(['collection', 'batchSize', 'term', 'lastKnownCommittedOpTime']);

export const getMore: CommandHandler = (call) => {
  const { command, store } = call;
  refuseUnknown(command, MORE_OPTIONS);
  const id = int64Of(command, 'getMore');
  if (id === undefined) throw mongoError(14, "BSON field 'getMore.getMore' is the wrong type, expected type 'long'");
  const ns = `${command.db}.${textOf(command, 'collection') ?? ''}`;
  const source = store.cursors.get(id, ns);
  Object.assign(source, deadlineOf(command));
  const answer = (batch: Batch) => {
    if (batch.finished) store.cursors.end(id);
    return batchAnswer(batch, 'nextBatch', batch.finished ? 0n : id, ns);
  };
  try {
    // Without a size a batch is only bounded by its bytes.
    const batch = fill(source, wholeNumber(command, 'batchSize') || Infinity);
    return batch instanceof Promise ? batch.then(answer) : answer(batch);
  } catch (error) {
    store.cursors.end(id);
    throw error;
  }
};

export const killCursors: CommandHandler = ({ command, store }) => {
  collectionName(command);
  const ids = (arrayOf(command, 'cursors') ?? []).map((id) => Long.fromString(String(id)));
  const killed = ids.filter((id) => store.cursors.end(id.toBigInt()));
  const missing = ids.filter((id) => !killed.includes(id));
  return ok({ cursorsKilled: killed, cursorsNotFound: missing, cursorsAlive: [], cursorsUnknown: [] });
};
