import { problem, problems } from '@landfall/kit/problem';
import { retrying } from '@landfall/kit/retrying';
import { deactivated, edited, MOST_WEBHOOKS, refusalsOf, rotated, type DeactivatedReason, type Refusal, type Wanted, type Webhook } from '../domain/webhook.js';
import type { Ports } from './ports.js';

export const missingWebhook = (id: string) => problem('not_found', `No webhook has the id ${id}.`);

const toProblem = ({ refused, pointer, detail }: Refusal) => problem(refused, detail, { pointer });

const refuseWrong = (wanted: Wanted, { rules }: Ports, isNew: boolean): void => {
  const refusals = refusalsOf(wanted, rules, isNew);
  if (refusals.length > 0) throw problems(refusals.map(toProblem));
};

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

export const createWebhook = (ports: Ports) =>
  async ({ accountId, ...wanted }: Wanted & { accountId: string }): Promise<Webhook> => {
    refuseWrong(wanted, ports, true);
    if ((await ports.webhooks.count(accountId)) >= MOST_WEBHOOKS) throw problem('limit_reached', `An account has at most ${MOST_WEBHOOKS} webhooks.`);
    const { around: { now, newId }, secrets } = ports;
    const [id, at] = [newId(), now()];
    const webhook: Webhook = {
      id, accountId, url: wanted.url ?? '', active: wanted.active ?? true, events: [...new Set(wanted.events)], headers: wanted.headers ?? [],
      secret: secrets.seal(secrets.make(), id), createdAt: at, updatedAt: at, revision: 1,
    };
    await ports.webhooks.add(webhook);
    return webhook;
  };

export const editWebhook = (ports: Ports) =>
  async ({ accountId, id, expectedRevision, ...wanted }: Wanted & { accountId: string; id: string; expectedRevision?: number | undefined }): Promise<Webhook> => {
    refuseWrong(wanted, ports, false);
    return changeWebhook(ports, accountId, id, (webhook) => {
      if (expectedRevision !== undefined && expectedRevision !== webhook.revision) throw problem('precondition_failed', 'The webhook is not the version named by If-Match.');
      return edited(webhook, wanted, ports.around.now());
    });
  };

export const deleteWebhook = ({ webhooks, notifications }: Ports) =>
  async ({ accountId, id }: { accountId: string; id: string }): Promise<boolean> => {
    if (!(await webhooks.remove(accountId, id))) throw missingWebhook(id);
    await notifications.removeOf(accountId, id);
    return true;
  };

export const rotateSecret = (ports: Ports) =>
  ({ accountId, id }: { accountId: string; id: string }): Promise<Webhook> =>
    changeWebhook(ports, accountId, id, (webhook) => rotated(webhook, ports.secrets.seal(ports.secrets.make(), id), ports.around.now()));

/** Switches it off and writes that into the account's log; once, however many attempts say so. */
export const deactivateWebhook = (ports: Ports) =>
  async (accountId: string, id: string, reason: DeactivatedReason): Promise<void> => {
    const { webhooks, events, around, deactivationEntry } = ports;
    if (!(await webhooks.find(accountId, id))?.active) return;
    const webhook = await changeWebhook(ports, accountId, id, (found) => (found.active ? deactivated(found, reason, around.now()) : 'unchanged'));
    await events.append([deactivationEntry(webhook, around.nameId('deactivated', id, String(webhook.revision)), around.now())]);
  };
