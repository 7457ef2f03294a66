import { nameId } from '@landfall/kit/identity';
import { onDuplicate } from '@landfall/kit/mongo';
import { outbox, withFacts } from '@landfall/kit/outbox';
import { Schema, type Connection } from 'mongoose';
import type { Berthings } from '../app/ports.js';
import type { Tracker } from '../domain/watch.js';
import { berthedOutbox } from '../messages.js';

const KEPT_SECONDS = 30 * 86_400;

// A large ship carries thousands of numbers, and the bus takes a megabyte at most.
const TRACKERS_A_FACT = 500;

const schema = new Schema({ _id: String, mmsi: String, imo: String, at: Date, locodes: [String] }, { collection: 'berthings', versionKey: false });
// say: only remembered to say the same berthing once.
schema.index({ at: 1 }, { name: 'say__expires', expireAfterSeconds: KEPT_SECONDS });
outbox(schema);

const chunksOf = (trackers: readonly Tracker[]): Tracker[][] =>
  Array.from({ length: Math.ceil(trackers.length / TRACKERS_A_FACT) }, (_, index) => trackers.slice(index * TRACKERS_A_FACT, (index + 1) * TRACKERS_A_FACT));

export const berthings = (db: Connection): Berthings => {
  const model = db.model('berthing', schema);
  return {
    say: async (berthing, trackers) => {
      const { mmsi, imo, position, harbour } = berthing;
      const id = nameId('berthing', mmsi, position.at.toISOString());
      const entries = chunksOf(trackers).map((chunk, index) => berthedOutbox(berthing, chunk, nameId(id, String(index))));
      await model.insertMany([withFacts({ _id: id, mmsi, imo, at: position.at, locodes: harbour.locodes }, entries)] as never).then(() => undefined, onDuplicate(undefined));
    },
  };
};
