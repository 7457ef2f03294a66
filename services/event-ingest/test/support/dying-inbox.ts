import { logger } from '@landfall/kit/log';
import mongoose from 'mongoose';
import { load } from '../../src/config.js';
import { watchedFolder } from '../../src/outside/edi/watched-folder.js';
import { useCases } from '../../src/wire.js';

/** Reads a watched folder with the real store and is killed at the moment that it was told. */
const [path = '', uri = '', database = '', key = '', moment = ''] = process.argv.slice(2);

const die = (): Promise<never> => {
  process.kill(process.pid, 'SIGKILL');
  return new Promise(() => undefined);
};

const db = await mongoose.createConnection(uri, { dbName: database, autoIndex: false, autoCreate: false }).asPromise();
const log = logger('dying', 'silent');
const use = useCases(load({ DATA_ENCRYPTION_KEY: key, LOG_LEVEL: 'silent' }), db, log, () => undefined);

// The write after which it dies: the interchange is kept, or its message is.
const LAST_WRITE: Record<string, string> = { after_keeping: 'receipts', after_reading: 'payloads' };
const last = Object.values(db.collections).find(({ collectionName }) => collectionName === LAST_WRITE[moment]);
if (last) {
  const insert = last.insertOne.bind(last);
  last.insertOne = (async (...args: Parameters<typeof insert>) => (await insert(...args), die())) as never;
}

const folder = watchedFolder({
  path, log, everyMs: 10, now: () => new Date(), accountOf: () => '',
  receive: async (message) => {
    const received = await use.receive(message);
    return moment === 'after_finishing' ? die() : received;
  },
});
await folder.start();
