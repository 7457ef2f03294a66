import { onDuplicate } from '@landfall/kit/mongo';
import { outbox, withFacts } from '@landfall/kit/outbox';
import { Schema, type Connection } from 'mongoose';
import type { Detections } from '../app/ports.js';
import { detectionOutbox } from '../messages.js';

const KEPT_SECONDS = 30 * 86_400;

const schema = new Schema({ _id: String, accountId: String, answer: {}, at: Date }, { collection: 'detections', versionKey: false });
// answer: only remembered to say the same answer once.
schema.index({ at: 1 }, { name: 'answer__expires', expireAfterSeconds: KEPT_SECONDS });
outbox(schema);

export const detections = (db: Connection): Detections => {
  const model = db.model('detection', schema);
  return {
    answer: async (tracker, attempt, answer, at) => {
      const row = { _id: `${tracker.trackingRequestId}:${attempt}`, accountId: tracker.accountId, answer, at };
      await model.insertMany([withFacts(row, [detectionOutbox(tracker, attempt, answer, at)])] as never).then(() => undefined, onDuplicate(undefined));
    },
  };
};
