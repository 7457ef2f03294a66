import { problem } from '@landfall/kit/problem';
import { retrying } from '@landfall/kit/retrying';
import type { Webhook } from '../domain/webhook.js';
import type { Ports } from './ports.js';

export const missingWebhook = (id: string) => problem('not_found', `No webhook has the id ${id}.`);

/** Reads, changes and saves against what was read; the loser of a race reads again. */
export const changeWebhook = async ({ webhooks }: Ports, accountId: string, id: string, change: (webhook: Webhook) => Webhook | 'unchanged'): Promise<Webhook> =>
  retrying(async () => {
    const webhook = await webhooks.find(accountId, id);
    if (!webhook) throw missingWebhook(id);
    const next = change(webhook);
    if (next === 'unchanged') return webhook;
    if ((await webhooks.save(next)) === 'saved') return next;
    throw problem('revision_conflict', `The webhook ${id} kept changing meanwhile.`);
  });
