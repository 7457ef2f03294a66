import { ObjectId } from 'bson';
import { MAX_DOCUMENT_BYTES, MAX_MESSAGE_BYTES } from '../wire/message.js';
import { arrayOf, textOf, documentOf, refuseUnknown } from '../wire/command.js';
import type { Document } from '../bson/document.js';
import { endSession, sessionId } from '../session/retry.js';
import { saslMechanisms } from '../auth/login.js';
import { VERSION } from './collections.js';
import { ok, type CommandHandler } from './context.js';
import { MAX_WRITES } from './insert.js';
import { encode } from '../bson/document.js';

const SET_NAME = 'embedded';
/** One primary for as long as the process lives, which is what an election id stands for. */
const ELECTION_ID = new ObjectId('7fffffff0000000000000001');

/** A replica set of one: only then do drivers send retryable writes. */
export const hello: CommandHandler = ({ command, store, client }) => {
  const me = store.address();
  const application = documentOf(command, 'client')?.['application'] as Document | undefined;
  if (typeof application?.['name'] === 'string') client.appName = application['name'];
  const legacy = command.name.toLowerCase() === 'ismaster';
  const user = textOf(command, 'saslSupportedMechs');
  return ok({
    helloOk: true,
    [legacy ? 'ismaster' : 'isWritablePrimary']: true,
    secondary: false,
    setName: SET_NAME, setVersion: 1, hosts: [me], primary: me, me, electionId: ELECTION_ID,
    maxBsonObjectSize: MAX_DOCUMENT_BYTES,
    maxMessageSizeBytes: MAX_MESSAGE_BYTES,
    maxWriteBatchSize: MAX_WRITES,
    localTime: new Date(),
    logicalSessionTimeoutMinutes: 30,
    connectionId: client.id,
    minWireVersion: 0, maxWireVersion: 21,
    readOnly: false,
    ...(user !== undefined && { saslSupportedMechs: saslMechanisms(store) }),
  });
};

export const ping: CommandHandler = () => ok();

export const buildInfo: CommandHandler = () => ok({
  version: VERSION, gitVersion: 'embedded-mongo', modules: [], allocator: 'system', javascriptEngine: 'none',
  versionArray: [7, 0, 0, 0], bits: 64, debug: false, maxBsonObjectSize: MAX_DOCUMENT_BYTES,
  storageEngines: ['lmdb', 'memory'],
});

export const connectionStatus: CommandHandler = ({ client }) => ok({
  authInfo: {
    authenticatedUsers: client.login?.user ? [{ user: client.login.user, db: 'admin' }] : [],
    authenticatedUserRoles: client.login?.user ? [{ role: 'root', db: 'admin' }] : [],
  },
});

/** An ended session is never retried; its record may go. */
export const endSessions: CommandHandler = ({ command, store }) => {
  refuseUnknown(command, new Set());
  const ids = (arrayOf(command, 'endSessions') ?? []).map((each) => sessionId(encode(each as Document)));
  const done = store.engine.write((writer) => {
    for (const id of ids) endSession(writer, id);
    return ok();
  });
  return done;
};

export const refreshSessions: CommandHandler = () => ok();

export const whatsMyUri: CommandHandler = ({ store }) => ok({ you: store.address() });
