import type { Connection, Model } from 'mongoose';
import type { Publisher } from './bus.js';
import { gatherer } from './gatherer.js';
import { loop, type Part } from './lifecycle.js';
import type { Log } from './log.js';
import { gauge } from './metrics.js';
import { factsIn, WRITTEN, type FullDocument, type Told } from './outbox.js';
import { traced } from './trace.js';

// Enough to keep the bus busy, few enough to hold in memory with snapshots inside.
const BATCH = 128;
const POLL_MS = 1_000;
// A fresh entry belongs to the relay of the process that wrote it; others step in only when that one has died.
const ORPHAN_AFTER_MS = 2_000;
// Nobody waits for a document to be emptied, so those that were said meanwhile share one write.
const EMPTY_AFTER_MS = 200;
// Beyond this the store keeps them better than we do.
const MOST_IN_MEMORY = 1_024;

const pause = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms));

const sayInOrder = async (facts: readonly Told[], bus: Publisher): Promise<void> => {
  for (const { subject, body, id, headers } of facts) await traced(`say ${subject}`, 'say', headers, () => bus.publish(subject, body, id, headers));
};

/**
 * Publishes what the document holds, each stream's share in order: nobody hears two streams, so none waits for the other.
 * A crash before it is emptied repeats that under the same ids.
 */
const say = async ({ outbox: entries }: FullDocument, bus: Publisher): Promise<void> => {
  const streams = new Map<string, Told[]>();
  for (const fact of entries.flatMap(factsIn)) {
    const stream = fact.subject.slice(0, fact.subject.indexOf('.'));
    streams.set(stream, [...(streams.get(stream) ?? []), fact]);
  }
  await Promise.all([...streams.values()].map((facts) => sayInOrder(facts, bus)));
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

/** The mark outlived its facts: two relays met. Only an empty outbox may be unmarked. */
const unmark = (model: Model<FullDocument>, { _id }: FullDocument) =>
  model.collection.updateOne({ _id, $or: [{ outbox: { $exists: false } }, { outbox: { $size: 0 } }] } as never, { $unset: { outboxAt: 1, outbox: 1 } }).then(() => undefined);

type Telling = { document: FullDocument; said: Promise<void> };

/** What this process is saying, or has said and not yet taken out: once each, and what one document says in its order. */
const speaker = (bus: Publisher) => {
  const telling = new Map<string, Telling>();
  const news = (document: FullDocument): FullDocument => {
    const known = new Set(telling.get(document._id)?.document.outbox.map(({ id }) => id));
    return { ...document, outbox: document.outbox.filter(({ id }) => !known.has(id)) };
  };
  const sayAfter = async (before: Telling | undefined, document: FullDocument) => {
    await before?.said;
    await say(document, bus);
  };
  const forget = (document: FullDocument): void => {
    if (telling.get(document._id)?.document === document) telling.delete(document._id);
  };
  return {
    count: () => telling.size,
    hasNews: (document: FullDocument) => news(document).outbox.length > 0,
    /** Until it is forgotten nobody says it again, unless it fails. */
    say: async (document: FullDocument): Promise<void> => {
      const said = sayAfter(telling.get(document._id), news(document));
      telling.set(document._id, { document, said });
      await said.catch((error: unknown) => {
        forget(document);
        throw error;
      });
    },
    forget,
  };
};

type Speaker = ReturnType<typeof speaker>;

interface RelayOptions {
  connection: Connection;
  bus: Publisher;
  log: Log;
  service: string;
}

const isFull = ({ outbox: entries }: FullDocument) => (entries?.length ?? 0) > 0;

/** Says what the store has kept since before a moment; answers whether there may be more. */
const looking = (model: Model<FullDocument>, speaking: Speaker, service: string) => {
  const age = gauge('landfall_outbox_age_seconds', 'Age of the oldest fact that was not published yet.', ['service', 'collection']);
  return async (before: Date): Promise<boolean> => {
    const found = await model.collection.find({ outboxAt: { $lte: before, $exists: true } } as never, { projection: { outbox: 1, outboxAt: 1 } }).sort({ outboxAt: 1 }).limit(BATCH).toArray();
    const documents = found as unknown as (FullDocument & { outboxAt: Date })[];
    age.set({ service, collection: model.modelName }, documents[0] ? (Date.now() - documents[0].outboxAt.getTime()) / 1_000 : 0);
    const toTell = documents.filter((document) => !isFull(document) || speaking.hasNews(document));
    const results = await Promise.allSettled(toTell.map((document) => (isFull(document) ? speaking.say(document) : unmark(model, document))));
    const said = toTell.filter((document, n) => isFull(document) && results[n]?.status === 'fulfilled');
    await empty(model, said).finally(() => said.forEach(speaking.forget));
    const failed = results.find((result) => result.status === 'rejected');
    if (failed) throw failed.reason;
    // All of them are being said already, and more may lie behind them.
    if (toTell.length === 0 && documents.length === BATCH) await pause(EMPTY_AFTER_MS);
    return documents.length === BATCH;
  };
};

/** Says what a writer has in its hands. Several states of one document are emptied by the last of them. */
const saying = (model: Model<FullDocument>, speaking: Speaker) => {
  const lastOfEach = (documents: readonly FullDocument[]) => [...new Map(documents.map((document) => [document._id, document])).values()];
  const emptied = gatherer<FullDocument>((said) => empty(model, lastOfEach(said)), { most: BATCH, waitMs: EMPTY_AFTER_MS });
  return async (document: FullDocument): Promise<void> => {
    await speaking.say(document);
    await emptied(document).finally(() => speaking.forget(document));
  };
};

const relayOne = (model: Model<FullDocument>, { connection, bus, log, service }: RelayOptions): Part => {
  const speaking = speaker(bus);
  const lookFor = looking(model, speaking, service);
  const sayNow = saying(model, speaking);
  const open = new Set<Promise<void>>();
  let wanted = false;

  const turn = async (): Promise<boolean> => {
    const mine = wanted;
    wanted = false;
    const more = await lookFor(new Date(Date.now() - (mine ? 0 : ORPHAN_AFTER_MS)));
    return more || wanted;
  };
  const life = loop(`relay:${model.modelName}`, log, POLL_MS, turn);
  const look = () => {
    wanted = true;
    life.wake();
  };
  const onWritten = (name: string, documents?: readonly FullDocument[]) => {
    if (name !== model.modelName) return;
    if (!documents || speaking.count() + documents.length > MOST_IN_MEMORY) return look();
    for (const document of documents) {
      // What could not be said or taken out is found again, and whoever finds it tells why.
      const told = sayNow(document).catch(look);
      open.add(told);
      void told.finally(() => open.delete(told));
    }
  };

  return {
    name: life.name,
    start: async () => {
      connection.on(WRITTEN, onWritten);
      look();
      await life.start();
    },
    stop: async () => {
      connection.off(WRITTEN, onWritten);
      await Promise.all([life.stop(), ...open]);
      // What was written while doors closed still goes out, if the bus is there.
      await lookFor(new Date()).catch((error: unknown) => log.warn({ err: error, collection: model.modelName }, 'outbox.left_for_next_start'));
    },
  };
};

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
