import { concerning, eventsOfMessage, type KeptMessage } from '../domain/partner-message.js';
import { isNewer, normalise, type Normalised } from '../domain/normalise.js';
import type { CarrierEvent } from '../domain/snapshot.js';
import { told, type Message } from '../domain/told.js';
import type { Settled, Watch } from '../domain/watch.js';
import { digestOf } from './derive.js';
import type { Payload, Ports } from './ports.js';
import { thinned } from '../domain/thinned.js';

const COMMON = { body: { kind: 'array' }, repairs: [] } as const;

const pageOf = (payload: Payload, watch: Watch): unknown[] => {
  const message = JSON.parse(payload.texts[0] ?? 'null') as KeptMessage;
  return concerning(eventsOfMessage(message), { type: watch.requestType, number: watch.normalizedNumber }, watch.scac);
};

const read = (ports: Ports, watch: Watch, messages: readonly Payload[]): Extract<Normalised, { ok: true }> | null => {
  const reading = { scac: watch.scac, providerName: ports.reference.lineName(watch.scac), now: ports.now(), zoneOf: ports.reference.zoneOf };
  // Each message keeps its own evidence, so each is read with its own payload id and the events are joined after.
  const parts = messages.map((payload) => normalise([pageOf(payload, watch)], { ...COMMON, repairs: [] }, { type: watch.requestType, number: watch.normalizedNumber }, { ...reading, payloadId: payload.id }));
  const readable = parts.filter((part) => part.ok && part.eventCount > 0) as Extract<Normalised, { ok: true }>[];
  return readable.length === 0 ? null : readable.reduce(joined);
};

type Part = Extract<Normalised, { ok: true }>;

/** Later messages say more or the same; the same event twice is one. */
const joined = (before: Part, next: Part): Part => {
  const containers = new Map(before.snapshot.containers.map((container) => [container.number, container]));
  for (const container of next.snapshot.containers) {
    const known = containers.get(container.number);
    containers.set(container.number, { ...known, ...definedOnly(container), events: uniqueByKey([...(known?.events ?? []), ...container.events]) });
  }
  const snapshot = { ...before.snapshot, ...definedOnly(next.snapshot), containers: [...containers.values()], events: uniqueByKey([...before.snapshot.events, ...next.snapshot.events]) };
  return { ...before, snapshot, faults: [...before.faults, ...next.faults], unknown: [...before.unknown, ...next.unknown], eventCount: before.eventCount + next.eventCount };
};

const definedOnly = <T extends object>(value: T): T => Object.fromEntries(Object.entries(value).filter(([, each]) => each !== undefined)) as T;

const uniqueByKey = (events: readonly CarrierEvent[]): CarrierEvent[] => {
  const last = new Map<string, CarrierEvent>();
  for (const event of events) {
    const before = last.get(event.key);
    // Mail may overtake itself, so what was said later counts and not what came later.
    if (!before || isNewer(event, before)) last.set(event.key, event);
  }
  return [...last.values()];
};

/** What the mailboxes hold about a number, for the account they belong to or for all. */
export const messageFor = async (ports: Ports, watch: Watch, accountId: string | null): Promise<Message | null> => {
  const kept = await ports.payloads.messages(watch.scac, [watch.normalizedNumber], accountId === null ? [] : [accountId]);
  const relevant = accountId === null ? kept.filter((payload) => payload.accountId === null) : kept;
  if (relevant.length === 0) return null;
  const found = read(ports, watch, relevant);
  const snapshot = found && thinned(found.snapshot);
  if (!found || !snapshot) return null;
  if (found.unknown.length > 0) await ports.unknownCodes.note(watch.scac, found.unknown, ports.now());
  const channel = relevant.at(-1)?.channel === 'push' ? 'push' : 'edi';
  return { snapshot, digest: digestOf(ports, snapshot), channel, sourceNow: ports.now(), accountId };
};

/** Every mailbox that some tracker of the watch may hear. */
export const messagesFor = async (ports: Ports, watch: Watch): Promise<Message[]> => {
  const accounts = [...new Set(watch.trackers.filter(({ state }) => state !== 'ended' && state !== 'stopped').map(({ accountId }) => accountId))];
  const common = await messageFor(ports, watch, null);
  const own = await Promise.all(accounts.map((accountId) => messageFor(ports, watch, accountId)));
  const others = own.filter((message) => message !== null).filter(({ digest }) => digest !== common?.digest);
  return common ? [common, ...others] : others;
};

const TRIES = 20;

/** A new message came: whoever follows its number, and may see the mailbox, hears what it says. */
export const tellWatch = async (ports: Ports, watchId: string, accountId: string | null): Promise<void> => {
  for (let attempt = 0; attempt < TRIES; attempt += 1) {
    const watch = await ports.watches.find(watchId);
    const message = watch && (await messageFor(ports, watch, accountId));
    if (!watch || !message) return;
    const after: Settled = told(watch, message, ports.now(), ports.carriers.profile(watch.scac) !== null);
    if (after.watch === watch || (await ports.watches.save(after.watch, after.says)) === 'saved') return;
  }
};
