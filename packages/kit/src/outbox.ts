import type { Codec, Fact } from '@landfall/contracts/facts';
import type { Connection, Model, Schema } from 'mongoose';
import type { Publisher } from './bus.js';
import { loop, type Part } from './lifecycle.js';
import type { Log } from './log.js';
import { gauge } from './metrics.js';
import { outgoing, traced } from './trace.js';

/** A fact inside a bundle: the text of its body, without what all of them have in common. */
type Bare = { id: string; subject: string; body: string };

/** A fact waiting inside the document whose change caused it. */
export interface OutboxEntry {
  id: string;
  subject: string;
  body: unknown;
  headers: Record<string, string>;
  /** Of a bundle: several facts, and the text of what they have in common. */
  facts?: Bare[];
  common?: string;
}

/** `id` decides identity on the bus: the same id said twice is heard once. */
export const entry = <Message>(fact: Fact<Message>, message: Message, id: string): OutboxEntry => ({
  id,
  subject: fact.subject,
  body: (fact.codec as Codec<Message>).toJSON(message),
  headers: outgoing(),
});

/** A fact as it is told, with all that it says. */
export type Told = Pick<OutboxEntry, 'id' | 'subject' | 'body' | 'headers'>;

/**
 * Facts of one change as one entry: the fields that all of them have, given as text, are kept once. The entry has no
 * subject, so that a relay which knows no bundles yet fails on it, and leaves it to one that does.
 */
export const bundled = (entries: readonly OutboxEntry[], common: string): OutboxEntry[] => {
  const [first] = entries;
  if (!first) return [];
  return [{ id: first.id, subject: '', body: null, headers: first.headers, facts: entries.map(({ id, subject, body }) => ({ id, subject, body: String(body) })), common }];
};

/** The facts of an entry, each whole. */
export const factsIn = (entry: OutboxEntry): Told[] => {
  const { facts, common, headers } = entry;
  return facts ? facts.map(({ id, subject, body }) => ({ id, subject, body: `${body.slice(0, -1)},${common ?? ''}}`, headers })) : [entry];
};

interface WithOutbox {
  outbox?: OutboxEntry[];
  outboxAt?: Date;
}

/** For inserts: the document with the facts it causes. */
export const withFacts = <T extends object>(document: T, entries: readonly OutboxEntry[]): T & WithOutbox =>
  entries.length === 0 ? document : { ...document, outbox: [...entries], outboxAt: new Date() };

/** For updates: `{ $set: …, ...pushFacts(entries) }`; pass further `$set` fields through `set`. */
export const pushFacts = (entries: readonly OutboxEntry[], set: Record<string, unknown> = {}): Record<string, unknown> => ({
  ...(Object.keys(set).length > 0 || entries.length > 0 ? { $set: { ...set, ...(entries.length > 0 ? { outboxAt: new Date() } : {}) } } : {}),
  ...(entries.length > 0 ? { $push: { outbox: { $each: [...entries] } } } : {}),
});

const WRITTEN = 'outbox:written';

/** For writes that go past mongoose, whose hooks would have done it. */
export const wakeRelay = (model: Model<never>): void => {
  model.db.emit(WRITTEN, model.modelName);
};

/** Gives a schema its outbox, the index that finds full ones, and the call that wakes the relay after a write. */
export const outbox = (schema: Schema): void => {
  schema.add({ outbox: { type: [{ _id: false, id: String, subject: String, body: {}, headers: {}, facts: { type: [{}], default: undefined }, common: String }], default: undefined }, outboxAt: Date } as never);
  schema.index({ outboxAt: 1 }, { name: 'relay__full_outboxes', partialFilterExpression: { outboxAt: { $exists: true } } });
  const wake = (model: Model<unknown>) => model.db.emit(WRITTEN, model.modelName);
  schema.post('save', function (this: { constructor: unknown }) {
    wake(this.constructor as Model<unknown>);
  });
  schema.post('insertMany', function (this: unknown) {
    wake(this as Model<unknown>);
  });
  schema.post(['updateOne', 'findOneAndUpdate', 'updateMany'], function (this: unknown) {
    wake((this as { model: Model<unknown> }).model);
  });
  schema.post('bulkWrite', function (this: unknown) {
    wake(this as Model<unknown>);
  });
};

interface FullDocument {
  _id: string;
  outbox: OutboxEntry[];
  outboxAt: Date;
}

// Enough to keep the bus busy, few enough to hold in memory with snapshots inside.
const BATCH = 128;
const POLL_MS = 1_000;
// A fresh entry belongs to the relay of the process that wrote it; others step in only when that one has died.
const ORPHAN_AFTER_MS = 2_000;

/** Publishes what the document holds, in order; a crash before it is emptied repeats that under the same ids. */
const say = async ({ outbox: entries }: FullDocument, bus: Publisher): Promise<void> => {
  for (const { subject, body, id, headers } of entries.flatMap(factsIn)) await traced(`say ${subject}`, 'say', headers, () => bus.publish(subject, body, id, headers));
};

/** Entries are only ever appended, so the same first entry and the same length mean the same entries. */
const emptying = ({ _id, outbox: entries }: FullDocument) => ({
  updateOne: { filter: { _id, 'outbox.0.id': entries[0]?.id, outbox: { $size: entries.length } }, update: { $unset: { outbox: 1, outboxAt: 1 } } },
});

const shortening = ({ _id, outbox: entries }: FullDocument) => ({
  updateOne: { filter: { _id }, update: { $pull: { outbox: { id: { $in: entries.map(({ id }) => id) } } } } },
});

/** Takes out what was said, of all documents at once. */
const empty = async (model: Model<FullDocument>, said: readonly FullDocument[]): Promise<void> => {
  if (said.length === 0) return;
  const write = (changes: object[]) => model.collection.bulkWrite(changes as never, { ordered: false });
  const { matchedCount } = await write(said.map(emptying));
  // Some were written to meanwhile, and keep what is new.
  if (matchedCount < said.length) await write(said.map(shortening));
};

interface RelayOptions {
  connection: Connection;
  bus: Publisher;
  log: Log;
  service: string;
}

const relayOne = (model: Model<FullDocument>, { connection, bus, log, service }: RelayOptions): Part => {
  const age = gauge('landfall_outbox_age_seconds', 'Age of the oldest fact that was not published yet.', ['service', 'collection']);
  let wanted = false;
  const turn = async (): Promise<boolean> => {
    const mine = wanted;
    wanted = false;
    const before = new Date(Date.now() - (mine ? 0 : ORPHAN_AFTER_MS));
    const full = await model.collection.find({ outboxAt: { $lte: before, $exists: true } } as never, { projection: { outbox: 1, outboxAt: 1 } }).sort({ outboxAt: 1 }).limit(BATCH).toArray();
    const documents = full as unknown as FullDocument[];
    age.set({ service, collection: model.modelName }, documents[0] ? (Date.now() - documents[0].outboxAt.getTime()) / 1_000 : 0);
    const isFull = ({ outbox: entries }: FullDocument) => (entries?.length ?? 0) > 0;
    const results = await Promise.allSettled(documents.map((document) => (isFull(document) ? say(document, bus) : unmark(model, document))));
    await empty(model, documents.filter((document, n) => isFull(document) && results[n]?.status === 'fulfilled'));
    const failed = results.find((result) => result.status === 'rejected');
    if (failed) throw failed.reason;
    return wanted || documents.length === BATCH;
  };
  const life = loop(`relay:${model.modelName}`, log, POLL_MS, turn);
  const onWritten = (name: string) => {
    if (name !== model.modelName) return;
    wanted = true;
    life.wake();
  };
  return {
    name: life.name,
    start: async () => {
      connection.on(WRITTEN, onWritten);
      wanted = true;
      await life.start();
    },
    stop: async () => {
      connection.off(WRITTEN, onWritten);
      await life.stop();
      // What was written while doors closed still goes out, if the bus is there.
      wanted = true;
      await turn().catch((error: unknown) => log.warn({ err: error, collection: model.modelName }, 'outbox.left_for_next_start'));
    },
  };
};

/** The mark outlived its facts: two relays met. Only an empty outbox may be unmarked. */
const unmark = (model: Model<FullDocument>, { _id }: FullDocument) =>
  model.collection.updateOne({ _id, $or: [{ outbox: { $exists: false } }, { outbox: { $size: 0 } }] } as never, { $unset: { outboxAt: 1, outbox: 1 } }).then(() => undefined);

/** One relay a collection that has outboxes. Any number of replicas may relay the same collection. */
export const relay = (options: RelayOptions): Part => {
  let parts: Part[] = [];
  return {
    name: 'relay',
    start: async () => {
      const models = Object.values(options.connection.models).filter((model) => model.schema.path('outboxAt'));
      parts = models.map((model) => relayOne(model as unknown as Model<FullDocument>, options));
      for (const part of parts) await part.start();
    },
    stop: async () => {
      await Promise.all(parts.map((part) => part.stop()));
    },
  };
};
