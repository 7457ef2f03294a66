import { mongoError } from '../errors.js';
import { aggregate } from './aggregate.js';
import { collStats, create, dbStats, drop, dropDatabase, listCollections, listDatabases, serverStatus } from './collections.js';
import { configureFailPoint } from './configure-fail-point.js';
import type { CommandHandler } from './context.js';
import { count } from './count.js';
import { getMore, killCursors } from './cursors.js';
import { deleteCommand } from './delete.js';
import { distinct } from './distinct.js';
import { explain } from './explain.js';
import { findAndModify } from './find-and-modify.js';
import { find } from './find.js';
import { buildInfo, connectionStatus, endSessions, hello, ping, refreshSessions, whatsMyUri } from './handshake.js';
import { createIndexes, dropIndexes, listIndexes } from './indexes.js';
import { insert } from './insert.js';
import { logout, saslContinue, saslStart } from './sasl.js';
import { update } from './update.js';

/** There are no transactions to end, which is what the code says. */
const noTransaction: CommandHandler = ({ command }) => {
  throw mongoError(251, `${command.name}: Transaction isn't in progress. embedded-mongo has no multi-document transactions`);
};

const refused = (why: string): CommandHandler => ({ command }) => {
  throw mongoError(115, `${command.name} is not supported by embedded-mongo: ${why}`);
};

/** Every command there is. What is not here is answered "no such command". */
export const COMMANDS: ReadonlyMap<string, CommandHandler> = new Map(Object.entries<CommandHandler>({
  hello, isMaster: hello, ismaster: hello, ping, buildInfo, buildinfo: buildInfo, connectionStatus, whatsmyuri: whatsMyUri,
  saslStart, saslContinue, logout, endSessions, refreshSessions,
  find, getMore, killCursors, count, distinct, aggregate, explain,
  insert, update, delete: deleteCommand, findAndModify, findandmodify: findAndModify,
  create, drop, dropDatabase, listCollections, listDatabases, createIndexes, dropIndexes, deleteIndexes: dropIndexes, listIndexes,
  collStats, collstats: collStats, dbStats, dbstats: dbStats, serverStatus, configureFailPoint,
  commitTransaction: noTransaction, abortTransaction: noTransaction,
  mapReduce: refused('it runs JavaScript'), renameCollection: refused('drop and create instead'),
  collMod: refused('drop and create instead'), bulkWrite: refused('use insert, update and delete'),
}));
