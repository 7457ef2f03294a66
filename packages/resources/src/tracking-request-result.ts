import { label, listOf, objectOf, text, whole, word } from './json.js';
import { one, resource } from './resource.js';

/** What became of one object of a bulk (D-26): JSON:API has no mixed answers, so each result is a row of its own. */
export interface TrackingRequestResult {
  readonly id: string;
  readonly index: number;
  readonly trackingRequestId: string | undefined;
  readonly errors: readonly { status: string; code: string; title: string; detail: string; pointer: string | null }[];
}

export const trackingRequestResult = resource<TrackingRequestResult>('tracking_request_result', {
  fields: {
    index: whole,
    outcome: word('created', 'refused'),
    errors: listOf(objectOf({ status: text, code: text, title: text, detail: text, pointer: label })),
  },
  attributes: (r) => ({ index: r.index, outcome: r.errors.length === 0 ? 'created' : 'refused', errors: r.errors.map((error) => ({ ...error })) }),
  relationships: { tracking_request: one('tracking_request', (r) => r.trackingRequestId) },
});
