import { counter, histogram } from '@landfall/kit/metrics';
import type { Meter } from '../app/ports.js';

// One series an endpoint is what people ask for, and what would fill a metrics store: the first so many have their own,
// the others share one. The REST door tells the health of every webhook.
const MOST_ENDPOINTS = 200;
const OTHERS = 'others';

/** What deliveries come to, on /metrics. Success rate: succeeded over all of `landfall_delivery_attempts_total`. */
export const meter = (now: () => Date): Meter => {
  const attempts = counter('landfall_delivery_attempts_total', 'Attempts at deliveries by what came of them.', ['outcome']);
  const ofWebhook = counter('landfall_webhook_attempts_total', 'Attempts by webhook; beyond the first 200 webhooks of a process all others are one.', ['webhook', 'result']);
  const lag = histogram('landfall_delivery_lag_seconds', 'From the making of a notification to the answer to its first attempt.', []);
  const duration = histogram('landfall_delivery_attempt_seconds', 'How long receivers take to answer.', ['outcome']);
  const named = new Set<string>();
  const labelOf = (webhookId: string): string => {
    if (named.size < MOST_ENDPOINTS) named.add(webhookId);
    return named.has(webhookId) ? webhookId : OTHERS;
  };
  return {
    attempted: ({ notification, attempt: { webhookId, outcome, attempt, durationMs } }) => {
      attempts.inc({ outcome });
      ofWebhook.inc({ webhook: labelOf(webhookId), result: outcome === 'succeeded' ? 'succeeded' : 'failed' });
      duration.observe({ outcome }, durationMs / 1_000);
      if (attempt === 1) lag.observe((now().getTime() - notification.createdAt.getTime()) / 1_000);
    },
  };
};
