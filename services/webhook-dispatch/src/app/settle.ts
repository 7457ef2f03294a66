import { shouldDeactivate, type Tally } from '../domain/health.js';
import type { Settled } from '../domain/notification.js';
import type { DeactivatedReason } from '../domain/webhook.js';
import type { Ports } from './ports.js';

/** How long the first of a batch waits for company: one write serves many attempts, and the log is not late. */
const GATHER_MS = 5;
const MOST = 200;

export type Deactivate = (accountId: string, webhookId: string, reason: DeactivatedReason) => Promise<void>;

const talliesOf = (batch: readonly Settled[]): Map<string, { accountId: string; webhookId: string } & Tally> => {
  const tallies = new Map<string, { accountId: string; webhookId: string } & Tally>();
  for (const { attempt: { accountId, webhookId, outcome } } of batch) {
    const sum = tallies.get(webhookId) ?? { accountId, webhookId, successes: 0, failures: 0 };
    if (outcome === 'succeeded') sum.successes += 1;
    else sum.failures += 1;
    tallies.set(webhookId, sum);
  }
  return tallies;
};

/** Gathers what became of attempts and writes it together; answers when the attempt is written. */
export const settler = ({ notifications, health, around }: Ports, deactivate: Deactivate) => {
  let waiting: { settled: Settled; done: () => void; failed: (error: unknown) => void }[] = [];
  let timer: NodeJS.Timeout | undefined;

  const record = async (batch: readonly Settled[]): Promise<void> => {
    await notifications.settle(batch);
    const now = around.now();
    for (const { accountId, webhookId, ...tally } of talliesOf(batch).values()) {
      const state = await health.tally(accountId, webhookId, tally, now);
      const isGone = batch.some((each) => each.isGone && each.attempt.webhookId === webhookId);
      if (isGone) await deactivate(accountId, webhookId, 'gone');
      else if (shouldDeactivate(state, now)) await deactivate(accountId, webhookId, 'only_failures');
    }
  };

  const flush = () => {
    clearTimeout(timer);
    timer = undefined;
    const batch = waiting;
    waiting = [];
    record(batch.map(({ settled }) => settled)).then(
      () => batch.forEach(({ done }) => done()),
      (error: unknown) => batch.forEach(({ failed }) => failed(error)),
    );
  };

  return (settled: Settled): Promise<void> =>
    new Promise((done, failed) => {
      waiting.push({ settled, done, failed });
      if (waiting.length >= MOST) flush();
      else timer ??= setTimeout(flush, GATHER_MS);
    });
};
