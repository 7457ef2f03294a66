import type { Webhook } from '../domain/webhook.js';
import type { Ports } from './ports.js';

const BATCH = 100;

// Whoever made the change tells it at once; this long after it, that one has died.
const LEFT_AFTER_MS = 5_000;

/** Writes what happened to a webhook into its account's log. Ids follow from the revision: told twice, it is there once. */
export const tellOwner = async ({ webhooks, events, around, entryAbout }: Pick<Ports, 'webhooks' | 'events' | 'around' | 'entryAbout'>, webhook: Webhook): Promise<void> => {
  const { id, accountId, untold = [] } = webhook;
  if (untold.length === 0) return;
  await events.append(untold.map(({ event, revision, at }) => entryAbout(event, webhook, around.nameId(event, id, String(revision)), at)));
  await webhooks.told(accountId, id, untold.map(({ revision }) => revision));
};

/** Tells what somebody who died has left untold. Says whether there may be more. */
export const tellOwners = (ports: Ports) =>
  async (): Promise<boolean> => {
    const left = await ports.webhooks.untold(new Date(ports.around.now().getTime() - LEFT_AFTER_MS), BATCH);
    for (const webhook of left) await tellOwner(ports, webhook);
    return left.length === BATCH;
  };
