import { testMongo, withIndexes, type TestMongo } from '@landfall/testkit/test-mongo';
import type { App } from '../src/app/index.js';
import { useCases } from '../src/wire.js';

export interface StoredApp {
  mongo: TestMongo;
  app: App;
  /** The same use cases once more over the same store, as another process has them. */
  replica(): App;
}

/** All use cases over a real store of their own. */
export const storedApp = async (): Promise<StoredApp> => {
  const mongo = await testMongo();
  const replica = () => useCases(mongo.connection, { REFERENCE_DATA_PATH: undefined, SNAPSHOTS_IN_FLIGHT: 4 });
  const app = replica();
  await withIndexes(mongo.connection);
  return { mongo, app, replica };
};
