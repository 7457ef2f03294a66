import { problem } from '@landfall/kit/problem';
import { urlRefusal } from '../domain/webhook.js';
import type { Ports, Sent } from './ports.js';

export interface Trial {
  url: string;
  event: string;
  secret?: string | undefined;
}

/** One sample delivery to any address, told with everything that went out and came back (D-45). Nothing is kept. */
export const trigger = ({ receiver, sample, secrets, rules, around }: Ports) =>
  async ({ url, event, secret }: Trial): Promise<{ sent: Sent; body: string }> => {
    const refusal = urlRefusal(url, rules.mayUseLoopback);
    if (refusal) throw problem(refusal.refused, refusal.detail, { pointer: '/url' });
    const body = sample(event);
    if (body === undefined) throw problem('invalid', `There is no event ${event}.`, { pointer: '/event' });
    return { body, sent: await receiver.post({ url, body, notificationId: around.newId(), secrets: [secret ?? secrets.make()], headers: [] }) };
  };
