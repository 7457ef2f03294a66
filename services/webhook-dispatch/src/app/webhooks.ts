import { problem, problems } from '@landfall/kit/problem';
import { forgiven } from '../domain/health.js';
import { deactivated, edited, mayRotate, MOST_KEYS, MOST_WEBHOOKS, refusalsOf, rotated, type DeactivatedReason, type Refusal, type Wanted, type Webhook } from '../domain/webhook.js';
import { changeWebhook, missingWebhook } from './change-webhook.js';
import { makeKeys } from './keyring.js';
import type { Ports } from './ports.js';
import { tellOwner } from './tell-owners.js';

const toProblem = ({ refused, pointer, detail }: Refusal) => problem(refused, detail, { pointer });

const refuseWrong = (wanted: Wanted, { rules }: Ports, isNew: boolean): void => {
  const refusals = refusalsOf(wanted, rules, isNew);
  if (refusals.length > 0) throw problems(refusals.map(toProblem));
};

export const createWebhook = (ports: Ports) =>
  async ({ accountId, ...wanted }: Wanted & { accountId: string }): Promise<Webhook> => {
    refuseWrong(wanted, ports, true);
    if ((await ports.webhooks.count(accountId)) >= MOST_WEBHOOKS) throw problem('limit_reached', `An account has at most ${MOST_WEBHOOKS} webhooks.`);
    const { around: { now, newId } } = ports;
    const [id, at] = [newId(), now()];
    const webhook: Webhook = {
      id, accountId, url: wanted.url ?? '', active: wanted.active ?? true, events: [...new Set(wanted.events)], headers: wanted.headers ?? [],
      ...makeKeys(ports, id), createdAt: at, updatedAt: at, revision: 1,
    };
    await ports.webhooks.add(webhook);
    return webhook;
  };

/** Else the first failure after its owner's repair would switch it off again, and what was held back would go on waiting. */
const beginAnew = async ({ health, notifications, around }: Ports, { accountId, id }: Webhook): Promise<void> => {
  await health.change(accountId, id, forgiven);
  await notifications.release(accountId, id, around.now());
};

export const editWebhook = (ports: Ports) =>
  async ({ accountId, id, expectedRevision, ...wanted }: Wanted & { accountId: string; id: string; expectedRevision?: number | undefined }): Promise<Webhook> => {
    refuseWrong(wanted, ports, false);
    let wasOff = false;
    const next = await changeWebhook(ports, accountId, id, (webhook) => {
      wasOff = !webhook.active;
      if (expectedRevision !== undefined && expectedRevision !== webhook.revision) throw problem('precondition_failed', 'The webhook is not the version named by If-Match.');
      return edited(webhook, wanted, ports.around.now());
    });
    if (wasOff && next.active) await beginAnew(ports, next);
    return next;
  };

export const deleteWebhook = ({ webhooks, notifications }: Ports) =>
  async ({ accountId, id }: { accountId: string; id: string }): Promise<boolean> => {
    if (!(await webhooks.remove(accountId, id))) throw missingWebhook(id);
    await notifications.removeOf(accountId, id);
    return true;
  };

/** New keys from now on, and the account's log says so: a rotation nobody asked for is a break-in. */
export const rotateSecret = (ports: Ports) =>
  async ({ accountId, id }: { accountId: string; id: string }): Promise<Webhook> => {
    const { around, keyOverlapMs } = ports;
    const keys = makeKeys(ports, id);
    const webhook = await changeWebhook(ports, accountId, id, (found) => {
      if (!mayRotate(found, around.now())) throw problem('limit_reached', `At most ${MOST_KEYS} secrets of a webhook sign at a time; the oldest has to end first.`);
      return rotated(found, keys, around.now(), keyOverlapMs);
    });
    await tellOwner(ports, webhook);
    return webhook;
  };

/** Switches it off and writes that into the account's log; once, however many attempts say so. */
export const deactivateWebhook = (ports: Ports) =>
  async (accountId: string, id: string, reason: DeactivatedReason): Promise<void> => {
    const { webhooks, around } = ports;
    if (!(await webhooks.find(accountId, id))?.active) return;
    const webhook = await changeWebhook(ports, accountId, id, (found) => (found.active ? deactivated(found, reason, around.now()) : 'unchanged'));
    await tellOwner(ports, webhook);
  };
