import type { Codec, Fact } from '@landfall/contracts/facts';
import type { Model, Schema } from 'mongoose';
import { outgoing } from './trace.js';

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

/** Heard by the relay, with the name of the model and, where the writer knows them, the documents as they stand. */
export const WRITTEN = 'outbox:written';

/** A document that has something to tell, as the store has it. */
export interface FullDocument {
  _id: string;
  outbox: OutboxEntry[];
}

/** For writes that go past mongoose, whose hooks would have done it. */
export const wakeRelay = (model: Model<never>): void => {
  model.db.emit(WRITTEN, model.modelName);
};

/** For inserts, and for updates that answer the outbox as it is now: what it holds is said without a look at the store. */
export const sayAtOnce = (model: Model<never>, documents: readonly object[]): void => {
  // Only what is said is held on to, not whole rows.
  const full = (documents as readonly FullDocument[]).flatMap(({ _id, outbox: entries = [] }): FullDocument[] => (entries.length > 0 ? [{ _id, outbox: entries }] : []));
  if (full.length > 0) model.db.emit(WRITTEN, model.modelName, full);
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
