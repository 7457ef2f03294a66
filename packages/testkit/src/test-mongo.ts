import { randomUUID } from 'node:crypto';
import { startServer } from '@landfall/embedded-mongo/server';
import mongoose, { type Connection } from 'mongoose';

export interface TestMongo {
  uri: string;
  /** A name that no other test uses. */
  database: string;
  connection: Connection;
  stop(): Promise<void>;
}

/**
 * A database of its own on a real store: the one named by MONGODB_URI, or the embedded one in memory. A suite that passes
 * on both proves that production and one machine agree. The embedded one refuses what services have not declared to use,
 * so that every suite holds them to it.
 */
export const testMongo = async (): Promise<TestMongo> => {
  const given = process.env['MONGODB_URI'];
  const server = given ? undefined : await startServer({ memory: true, declaredOnly: true });
  const uri = given ?? server?.uri ?? '';
  const database = `test-${randomUUID()}`;
  const connection = await mongoose.createConnection(uri, { dbName: database, autoIndex: false, autoCreate: false }).asPromise();
  return {
    uri,
    database,
    connection,
    stop: async () => {
      await connection.dropDatabase();
      await connection.close();
      await server?.stop();
    },
  };
};

/** Makes collections and indexes of every model on the connection, as a service does at start. */
export const withIndexes = async (connection: Connection): Promise<void> => {
  for (const model of Object.values(connection.models)) {
    await model.createCollection();
    await model.ensureIndexes();
  }
};

/** Takes every document of every model away and leaves collections and indexes. */
export const deleteAll = async (connection: Connection): Promise<void> => {
  for (const model of Object.values(connection.models)) await model.deleteMany({});
};
