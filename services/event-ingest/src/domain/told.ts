import { trackersIn, type Channel, type Settled, type Watch } from './watch.js';
import type { Snapshot } from './snapshot.js';

/** A partner's EDI message or a carrier's push: news that nobody asked for. */
export type Message = {
  snapshot: Snapshot;
  digest: string;
  channel: Exclude<Channel, 'line'>;
  sourceNow: Date;
  /** Whose mailbox it came to; null for one of the whole installation, which every tracker may hear. */
  accountId: string | null;
};

const mayHear = (message: Message, accountId: string): boolean => message.accountId === null || message.accountId === accountId;

/**
 * The watch after a message. Trackers that were refused by the line become live through it, so that a carrier without
 * an API is tracked by mail alone. One account's mail never reaches another account.
 */
export const told = (watch: Watch, message: Message, now: Date, lineAnswers: boolean): Settled => {
  const key = message.accountId ?? '';
  const opened = watch.trackers.some(({ state, accountId }) => (state === 'waiting' || state === 'refused') && mayHear(message, accountId));
  if (!opened && watch.heard[key] === message.digest) return { watch, says: [] };

  const trackers = watch.trackers.map((tracker) =>
    (tracker.state === 'waiting' || tracker.state === 'refused') && mayHear(message, tracker.accountId) ? { ...tracker, state: 'live' as const, since: now } : tracker,
  );
  const after: Watch = {
    ...watch,
    trackers,
    heard: { ...watch.heard, [key]: message.digest },
    sequence: watch.sequence + 1,
    lastChangedAt: now,
    lastSaidAt: now,
    vesselImos: [...new Set([...watch.vesselImos, ...message.snapshot.containers.flatMap(({ events }) => events.flatMap(({ vesselImo }) => vesselImo ?? []))])].sort(),
    // With a line that can be asked, a number that became live by mail is asked for there too.
    dueAt: opened && lineAnswers ? (watch.dueAt ?? now) : watch.dueAt,
  };
  const hearers = trackersIn(after, 'live').filter(({ accountId }) => mayHear(message, accountId));
  if (hearers.length === 0) return { watch: after, says: [] };
  const { snapshot, digest, channel, sourceNow } = message;
  return { watch: after, says: [{ fact: 'snapshot_taken', watch: after, snapshot, digest, channel, takenAt: now, sourceNow, trackers: hearers, sequence: after.sequence, nextDueAt: after.dueAt }] };
};

/** Several mailboxes, one after the other. */
export const toldAll = (watch: Watch, messages: readonly Message[], now: Date, lineAnswers: boolean): Settled =>
  messages.reduce<Settled>(
    (before, message) => {
      const next = told(before.watch, message, now, lineAnswers);
      return { watch: next.watch, says: [...before.says, ...next.says] };
    },
    { watch, says: [] },
  );
