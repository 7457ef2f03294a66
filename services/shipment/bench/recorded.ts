import type { mongo } from 'mongoose';

type Document = mongo.Document;

/** What the driver adds to a command, and what names its database. */
const ADDED = new Set(['lsid', 'txnNumber', '$db', '$clusterTime', '$readPreference', 'apiVersion']);
const ASIDE = new Set(['endSessions', 'hello', 'ping', 'getMore', 'createIndexes', 'create']);

const bare = (command: Document): Document => Object.fromEntries(Object.entries(command).filter(([name]) => !ADDED.has(name)));

/** Every command that the work sends to the store, one list a call, so that the same can be asked without the rules. */
export const recorder = (client: mongo.MongoClient) => {
  let sent: Document[] = [];
  client.on('commandStarted', ({ commandName, command }: mongo.CommandStartedEvent) => {
    if (!ASIDE.has(commandName)) sent.push(bare(command));
  });
  return async (work: () => Promise<unknown>): Promise<Document[]> => {
    sent = [];
    await work();
    return sent;
  };
};
