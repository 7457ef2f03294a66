import { finished } from '../cursor/slices.js';
import { countMatching } from '../query/counting.js';
import { documentOf, refuseUnknown } from '../wire/command.js';
import { collectionOf, ok, type CommandHandler } from './context.js';
import { deadlineOf, hintOf, wholeNumber } from './find.js';
import { refuseCollationOf } from './statement.js';

const OPTIONS = new Set(['query', 'limit', 'skip', 'hint', 'collation', 'fields']);

export const count: CommandHandler = (call) => {
  const { command, store } = call;
  refuseUnknown(command, OPTIONS);
  refuseCollationOf(documentOf(command, 'collation'));
  const collection = collectionOf(call);
  if (!collection) return ok({ n: 0 });
  const query = {
    filter: documentOf(command, 'query') ?? {}, skip: wholeNumber(command, 'skip') ?? 0, limit: wholeNumber(command, 'limit') ?? 0,
    hint: hintOf(command),
  };
  const pace = { turn: 0 };
  const n = finished(countMatching(store.engine, collection, query, pace), pace, deadlineOf(command));
  return n instanceof Promise ? n.then((found) => ok({ n: found })) : ok({ n });
};
