import { createHmac } from 'node:crypto';
import { withDeadline } from '@landfall/kit/deadline';
import type { Subscriber } from '../app/ports.js';

/** The key is what the secret decodes to; the standard does not say so outright, and its reference code does it. */
export const signatureOf = (secret: string, body: string): string => `sha256=${createHmac('sha256', Buffer.from(secret, 'base64')).update(body).digest('hex')}`;

export const subscriber = ({ timeoutMs }: { timeoutMs: number }): Subscriber => ({
  post: async ({ subscriptionId, callbackUrl, secret, body, signBadly }) => {
    const headers = {
      'Content-Type': 'application/json',
      'API-Version': '2',
      'Subscription-ID': subscriptionId,
      'Notification-Signature': signatureOf(signBadly ? Buffer.from('another secret').toString('base64') : secret, body),
    };
    try {
      return await withDeadline(timeoutMs, async (signal) => {
        const response = await fetch(callbackUrl, { method: 'POST', headers, body, redirect: 'manual', signal });
        await response.body?.cancel();
        return response.ok ? 'accepted' : 'refused';
      });
    } catch {
      // Unreachable, slow or hung up: it is tried again, as after any other answer that is no yes.
      return 'refused';
    }
  },
});
