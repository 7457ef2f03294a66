import type { Fact } from '@landfall/contracts/facts';
import { AckPolicy, DeliverPolicy, nanos, type ConsumerMessages, type JsMsg } from 'nats';
import type { Bus } from './bus.js';
import type { Part } from './lifecycle.js';
import type { Log } from './log.js';
import { counter, gauge, histogram, onScrape } from './metrics.js';
import type { ParkedFacts } from './parked-facts.js';
import { toProblem, type Problem } from './problem.js';
import { inCall, traced } from './trace.js';

export interface Heard {
  /** The id under which it was said: stable over repeats. */
  id: string;
  redeliveries: number;
  subject: string;
}

export interface Consumer<Message> {
  /** `<service>__<use_case>` */
  durable: string;
  reads: Fact<Message>;
  /** Must be safe to repeat. */
  handle: (message: Message, heard: Heard) => Promise<void>;
  /** How many at once; facts of one `inOrderBy` key are still handled one after the other. */
  inFlight?: number;
  inOrderBy?: (message: Message) => string;
}

/** Fixes the message type, so that wires can hold consumers of different facts in one list. */
export const consumer = <Message>(definition: Consumer<Message>): Consumer<never> => definition as unknown as Consumer<never>;

const ACK_WAIT_MS = 30_000;
const IN_FLIGHT = 32;
/** A Problem that says `again` is retried this often, then parked; an absent store or bus is waited for without end. */
const TRIES = 5;
const DELAYS_MS = [250, 1_000, 3_000, 10_000, 30_000];

const delayAfter = (redeliveries: number): number => DELAYS_MS[Math.min(redeliveries, DELAYS_MS.length - 1)] ?? ACK_WAIT_MS;

const ensure = async (bus: Bus, { durable, reads }: Consumer<never>): Promise<void> => {
  const wanted = { ack_wait: nanos(ACK_WAIT_MS), max_ack_pending: 1_000, max_deliver: -1 };
  const exists = await bus.manager.consumers.info(reads.stream, durable).then(() => true, () => false);
  if (exists) await bus.manager.consumers.update(reads.stream, durable, wanted);
  else await bus.manager.consumers.add(reads.stream, { ...wanted, durable_name: durable, filter_subject: reads.subject, ack_policy: AckPolicy.Explicit, deliver_policy: DeliverPolicy.All });
};

/** Promise chains by key: the order of arrival is kept for one key, other keys do not wait. */
const keyedQueue = () => {
  const tails = new Map<string, Promise<void>>();
  return (key: string, run: () => Promise<void>): Promise<void> => {
    const next = (tails.get(key) ?? Promise.resolve()).then(run);
    tails.set(key, next);
    void next.finally(() => tails.get(key) === next && tails.delete(key));
    return next;
  };
};

interface RunnerOptions {
  bus: Bus;
  log: Log;
  service: string;
  parked: ParkedFacts;
}

/** What became of one delivery. */
interface Settled {
  outcome: 'acked' | 'again' | 'parked';
  failure?: Problem;
}

const settler = ({ durable }: Consumer<never>, { log, service, parked }: RunnerOptions) => {
  const redelivered = counter('landfall_fact_redelivered_total', 'Facts that had to be tried again.', ['service', 'durable']);
  return async (message: JsMsg, failure: Problem, redeliveries: number): Promise<Settled> => {
    const patient = failure.code === 'unavailable' || (failure.again && redeliveries + 1 < TRIES);
    if (patient) {
      redelivered.inc({ service, durable });
      message.nak(delayAfter(redeliveries));
      return { outcome: 'again', failure };
    }
    try {
      await parked.park({ durable, subject: message.subject, id: message.headers?.get('Nats-Msg-Id') ?? '', body: message.string(), reason: `${failure.code}: ${String(failure.cause ?? failure.detail)}` });
      message.term();
      return { outcome: 'parked', failure };
    } catch (error) {
      log.warn({ err: error, durable }, 'fact.park_failed');
      message.nak(ACK_WAIT_MS);
      return { outcome: 'again', failure };
    }
  };
};

const tell = (log: Log, line: object, failure: Problem | undefined): void => {
  if (failure?.code === 'internal') log.error({ ...line, err: failure.cause }, 'fact.handled');
  else if (failure) log.warn(line, 'fact.handled');
  else log.debug(line, 'fact.handled');
};

const handler = (definition: Consumer<never>, options: RunnerOptions) => {
  const { durable, reads } = definition;
  const { log, service } = options;
  const seconds = histogram('landfall_fact_handled_seconds', 'How long a fact took to handle.', ['service', 'durable', 'outcome']);
  const inFlight = gauge('landfall_fact_in_flight', 'Facts that are being handled now.', ['service', 'durable']);
  const settle = settler(definition, options);

  const attempt = async (message: JsMsg, heard: Heard): Promise<Settled> => {
    try {
      await definition.handle(reads.codec.fromJSON(message.json()), heard);
      message.ack();
      return { outcome: 'acked' };
    } catch (error) {
      return settle(message, toProblem(error), heard.redeliveries);
    }
  };

  return (message: JsMsg): Promise<void> => {
    const headers = Object.fromEntries([...(message.headers ?? [])].map(([name, values]) => [name, values[0] ?? '']));
    const heard = { id: headers['Nats-Msg-Id'] ?? '', redeliveries: message.info.redeliveryCount - 1, subject: message.subject };
    const beganAt = performance.now();
    inFlight.inc({ service, durable });
    // A long handler keeps its claim.
    const heartbeat = setInterval(() => message.working(), ACK_WAIT_MS / 3);
    const handled = traced(`hear ${reads.subject}`, 'hear', headers, async () => {
      const { outcome, failure } = await inCall({ requestId: headers['x-request-id'] ?? heard.id }, () => attempt(message, heard));
      const durationMs = performance.now() - beganAt;
      seconds.observe({ service, durable, outcome }, durationMs / 1_000);
      tell(log, { durable, subject: message.subject, fact_id: heard.id, outcome, redeliveries: heard.redeliveries, duration_ms: Math.round(durationMs), code: failure?.code }, failure);
    });
    return handled.finally(() => {
      inFlight.dec({ service, durable });
      clearInterval(heartbeat);
    });
  };
};

const keyOf = ({ inOrderBy, reads }: Consumer<never>, message: JsMsg): string | undefined => {
  try {
    return inOrderBy?.(reads.codec.fromJSON(message.json()));
  } catch {
    return undefined; // An unreadable body has no place in an order; the handler parks it.
  }
};

const runner = (definition: Consumer<never>, options: RunnerOptions): Part => {
  const handle = handler(definition, options);
  const inTurn = keyedQueue();
  const open = new Set<Promise<void>>();
  let messages: ConsumerMessages | undefined;
  let reading: Promise<void> = Promise.resolve();
  let stopping = false;
  const limit = definition.inFlight ?? IN_FLIGHT;

  const read = async (source: ConsumerMessages) => {
    for await (const message of source) {
      // What was fetched and not begun goes to another replica now, not when its claim runs out.
      if (stopping) {
        message.nak();
        continue;
      }
      const key = keyOf(definition, message);
      const work = key === undefined ? handle(message) : inTurn(key, () => handle(message));
      open.add(work);
      void work.finally(() => open.delete(work));
      if (open.size >= limit) await Promise.race(open);
    }
  };

  return {
    name: definition.durable,
    start: async () => {
      stopping = false;
      await ensure(options.bus, definition);
      const source = await options.bus.stream.consumers.get(definition.reads.stream, definition.durable);
      messages = await source.consume({ max_messages: limit * 2 });
      reading = read(messages);
    },
    stop: async () => {
      stopping = true;
      await messages?.close();
      await reading;
      await Promise.allSettled(open);
    },
  };
};

/** What lies on the bus for each consumer: not yet handed out, and handed out but not acknowledged. */
const measureLag = ({ bus, service }: RunnerOptions, definitions: readonly Consumer<never>[]): (() => void) => {
  const waiting = gauge('landfall_consumer_pending', 'Facts that no replica was given yet.', ['service', 'durable']);
  const given = gauge('landfall_consumer_unacked', 'Facts that a replica was given and has not acknowledged.', ['service', 'durable']);
  return onScrape(async () => {
    for (const { durable, reads } of definitions) {
      const info = await bus.manager.consumers.info(reads.stream, durable);
      waiting.set({ service, durable }, info.num_pending);
      given.set({ service, durable }, info.num_ack_pending);
    }
  });
};

/** Runs a service's consumers; a redriven parked fact goes through the same handler. */
export const consumers = (options: RunnerOptions, definitions: readonly Consumer<never>[]): Part => {
  const runners = definitions.map((definition) => runner(definition, options));
  let unlisten: () => void = () => undefined;
  return {
    name: 'consumers',
    start: async () => {
      for (const each of runners) await each.start();
      unlisten = measureLag(options, definitions);
    },
    stop: async () => {
      unlisten();
      await Promise.all(runners.map((each) => each.stop()));
    },
  };
};
