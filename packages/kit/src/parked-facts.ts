import { Schema, type Connection, type Model } from 'mongoose';
import type { Subscription } from 'nats';
import type { Bus } from './bus.js';
import { nameId } from './identity.js';
import type { Part } from './lifecycle.js';
import { gauge, onScrape } from './metrics.js';

export interface ParkedFact {
  durable: string;
  subject: string;
  id: string;
  body: string;
  reason: string;
}

interface Row extends Omit<ParkedFact, 'id'> {
  _id: string;
  factId: string;
  parkedAt: Date;
}

export interface ParkedFacts extends Part {
  park(fact: ParkedFact): Promise<void>;
}

const schema = new Schema<Row>({ _id: String, durable: String, subject: String, factId: String, body: String, reason: String, parkedAt: Date }, { collection: 'parked_facts', versionKey: false });
schema.index({ parkedAt: 1 }, { name: 'list__oldest_first' });

const MOST = 500;

const measure = (model: Model<Row>, service: string): (() => void) => {
  const parked = gauge('landfall_facts_parked', 'Facts that could not be handled and wait for somebody to look.', ['service']);
  return onScrape(async () => parked.set({ service }, await model.estimatedDocumentCount()));
};

const park = async (model: Model<Row>, { id, ...fact }: ParkedFact): Promise<void> => {
  const _id = nameId(fact.durable, id, fact.body);
  await model.updateOne({ _id }, { $setOnInsert: { ...fact, factId: id, parkedAt: new Date() } }, { upsert: true });
};

/**
 * Facts that a consumer could not handle, kept until somebody looks. The CLI lists and redrives them over the bus
 * (`control.<service>.parked.list|redrive`), so it needs no access to any service's store.
 */
export const parkedFacts = ({ connection, bus, service }: { connection: Connection; bus: Bus; service: string }): ParkedFacts => {
  const model = connection.model<Row>('parked_fact', schema);
  const doors: Subscription[] = [];

  // Redriven facts get a new message id: the old one may still lie in the bus's window of duplicates.
  const redrive = async (ids: readonly string[]) => {
    const rows = await model.find(ids.length === 0 ? {} : { _id: { $in: ids } }).sort({ parkedAt: 1 }).limit(MOST).lean();
    for (const row of rows) {
      await bus.publish(row.subject, JSON.parse(row.body), nameId(row._id, row.parkedAt.toISOString()));
      await model.deleteOne({ _id: row._id });
    }
    return { redriven: rows.length };
  };

  let unlisten: () => void = () => undefined;
  const door = (action: string, answer: (ids: string[]) => Promise<unknown>) => {
    const subscription = bus.connection.subscribe(`control.${service}.parked.${action}`, {
      queue: service,
      callback: (_, message) => {
        const ids = message.data.length > 0 ? message.json<{ ids?: string[] }>().ids ?? [] : [];
        answer(ids).then(
          (result) => message.respond(JSON.stringify(result)),
          (error: unknown) => message.respond(JSON.stringify({ error: String(error) })),
        );
      },
    });
    doors.push(subscription);
  };

  return {
    name: 'parked-facts',
    start: async () => {
      door('list', () => model.find().sort({ parkedAt: 1 }).limit(MOST).lean());
      door('redrive', redrive);
      unlisten = measure(model, service);
    },
    stop: async () => {
      unlisten();
      for (const subscription of doors.splice(0)) subscription.unsubscribe();
    },
    park: (fact) => park(model, fact),
  };
};
