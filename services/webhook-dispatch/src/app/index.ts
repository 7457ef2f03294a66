import { append } from './append.js';
import { deliver } from './deliver.js';
import { dispatcher, type DispatcherLimits } from './dispatcher.js';
import type { Change } from '../domain/notification.js';
import { follow } from './follow.js';
import { gatherer } from '@landfall/kit/gatherer';
import { paired } from './keyring.js';
import type { Ports } from './ports.js';
import { redeliver, replay } from './redeliver.js';
import { settler } from './settle.js';
import { tellOwners } from './tell-owners.js';
import { trigger } from './trigger.js';
import { warnOwners } from './warn.js';
import { createWebhook, deactivateWebhook, deleteWebhook, editWebhook, rotateSecret } from './webhooks.js';

const GATHER_MS = 5;
const MOST = 200;

export const app = (ports: Ports, limits: DispatcherLimits, onFault: (error: unknown) => void) => {
  // Both need the other: an attempt that ends somebody's trouble makes the dispatcher look.
  const look = (): void => dispatch.look();
  const put = gatherer((all: readonly Change[]) => ports.notifications.save(all), { waitMs: GATHER_MS, most: MOST });
  const attempt = deliver(ports, { settle: settler(ports, deactivateWebhook(ports), look), put });
  const dispatch = dispatcher(ports, attempt, limits, onFault);
  return {
    ports,
    dispatch,
    append: append(ports, dispatch),
    createWebhook: createWebhook(ports),
    editWebhook: editWebhook(ports),
    deleteWebhook: deleteWebhook(ports),
    rotateSecret: rotateSecret(ports),
    redeliver: redeliver(ports, look),
    replay: replay(ports, look),
    trigger: trigger(ports),
    follow: follow(ports.events),
    paired: paired(ports),
    warnOwners: warnOwners(ports),
    tellOwners: tellOwners(ports),
  };
};

export type App = ReturnType<typeof app>;
