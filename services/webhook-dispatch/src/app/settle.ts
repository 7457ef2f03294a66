import { afterTally, isRelieved, shouldDeactivate, type Health, type Tally } from '../domain/health.js';
import type { Settled } from '../domain/notification.js';
import type { DeactivatedReason } from '../domain/webhook.js';
import { gatherer } from '@landfall/kit/gatherer';
import type { Ports } from './ports.js';

/** One write serves many attempts, and the log is not late. */
const GATHER_MS = 5;
const MOST = 200;

export type Deactivate = (accountId: string, webhookId: string, reason: DeactivatedReason) => Promise<void>;

type WebhookTally = { accountId: string; webhookId: string; isGone: boolean } & Tally;

const talliesOf = (batch: readonly Settled[]): WebhookTally[] => {
  const tallies = new Map<string, WebhookTally>();
  for (const { attempt: { accountId, webhookId, outcome }, isGone } of batch) {
    const sum = tallies.get(webhookId) ?? { accountId, webhookId, successes: 0, failures: 0, isGone: false };
    if (outcome === 'succeeded') sum.successes += 1;
    else sum.failures += 1;
    sum.isGone ||= isGone;
    tallies.set(webhookId, sum);
  }
  return [...tallies.values()];
};

/** An endpoint that only succeeds has nothing to report more often than this. */
const QUIET_MS = 1_000;

/** Successes of a healthy endpoint are added up in the process; trouble, and its end, is written at once. */
const healthKeeper = ({ health, notifications, around }: Ports, look: () => void) => {
  const unwritten = new Map<string, { tally: WebhookTally; since: number }>();
  return async (tally: WebhookTally): Promise<Health | undefined> => {
    const { accountId, webhookId } = tally;
    const now = around.now();
    const held = unwritten.get(webhookId) ?? { tally: { ...tally, successes: 0, failures: 0 }, since: now.getTime() };
    const sum = { ...tally, successes: held.tally.successes + tally.successes, failures: held.tally.failures + tally.failures };
    const known = await health.find(accountId, webhookId);
    const isCalm = sum.failures === 0 && known.failingSince === undefined && known.openUntil === undefined;
    if (isCalm && now.getTime() - held.since < QUIET_MS) {
      unwritten.set(webhookId, { tally: sum, since: held.since });
      return undefined;
    }
    unwritten.delete(webhookId);
    const next = await health.change(accountId, webhookId, (state) => afterTally(state, { successes: sum.successes, failures: sum.failures }, now));
    if (isRelieved(known, next)) {
      await notifications.release(accountId, webhookId, now);
      look();
    }
    return next;
  };
};

/** Gathers what became of attempts and writes it together; answers when the attempt is written. */
export const settler = (ports: Ports, deactivate: Deactivate, look: () => void) => {
  const { notifications, around } = ports;
  const keep = healthKeeper(ports, look);
  const judge = async (tally: WebhookTally): Promise<void> => {
    const state = await keep(tally);
    if (tally.isGone) await deactivate(tally.accountId, tally.webhookId, 'gone');
    else if (state && shouldDeactivate(state, around.now())) await deactivate(tally.accountId, tally.webhookId, 'only_failures');
  };
  const record = async (batch: readonly Settled[]): Promise<void> => {
    await notifications.settle(batch);
    await Promise.all(talliesOf(batch).map(judge));
  };
  return gatherer(record, { waitMs: GATHER_MS, most: MOST });
};
