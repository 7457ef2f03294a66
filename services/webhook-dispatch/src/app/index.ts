import { append } from './append.js';
import { deliver } from './deliver.js';
import { dispatcher, type DispatcherLimits } from './dispatcher.js';
import { follow } from './follow.js';
import type { Ports } from './ports.js';
import { redeliver, replay } from './redeliver.js';
import { settler } from './settle.js';
import { trigger } from './trigger.js';
import { createWebhook, deactivateWebhook, deleteWebhook, editWebhook, rotateSecret } from './webhooks.js';

export const app = (ports: Ports, limits: DispatcherLimits, onFault: (error: unknown) => void) => {
  const attempt = deliver(ports, settler(ports, deactivateWebhook(ports)));
  const dispatch = dispatcher(ports, attempt, limits, onFault);
  return {
    ports,
    dispatch,
    append: append(ports, dispatch),
    createWebhook: createWebhook(ports),
    editWebhook: editWebhook(ports),
    deleteWebhook: deleteWebhook(ports),
    rotateSecret: rotateSecret(ports),
    redeliver: redeliver(ports),
    replay: replay(ports),
    trigger: trigger(ports),
    follow: follow(ports.events),
  };
};

export type App = ReturnType<typeof app>;
