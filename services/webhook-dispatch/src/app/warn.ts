import { warned, warningOf, type Health } from '../domain/health.js';
import type { Ports } from './ports.js';

const BATCH = 100;

const warn = async ({ webhooks, health, events, around, failingEntry }: Ports, state: Health, now: Date): Promise<void> => {
  const { accountId, webhookId, failingSince } = state;
  const percent = warningOf(state, now);
  const webhook = await webhooks.find(accountId, webhookId);
  if (webhook?.active && failingSince && percent !== undefined) {
    // Its id is made of what it tells: two replicas, or a crash before the next line, tell it once.
    const id = around.nameId('failing', webhookId, failingSince.toISOString(), String(percent));
    await events.append([failingEntry(webhook, state, percent, id, now)]);
  }
  // Also if there is nothing to tell: else it would be found again at every turn.
  await health.change(accountId, webhookId, (found) => (percent === undefined ? found : warned(found, failingSince, percent)));
};

/** Tells owners in time that an endpoint is on its way to being switched off (D-44). Says whether there may be more. */
export const warnOwners = (ports: Ports) =>
  async (): Promise<boolean> => {
    const now = ports.around.now();
    const due = await ports.health.dueWarnings(now, BATCH);
    for (const state of due) await warn(ports, state, now);
    return due.length === BATCH;
  };
