import { createHash } from 'node:crypto';
import { problem } from '@landfall/kit/problem';
import type { Claim, IdempotencyStore } from '../app/ports.js';

const KEY = /^[\x21-\x7e]{1,255}$/;

const sha256 = (...parts: readonly (string | Buffer)[]): string => {
  const hash = createHash('sha256');
  // A length before each part: ("ab", "c") and ("a", "bc") must differ.
  for (const part of parts) hash.update(`${part.length}:`).update(part);
  return hash.digest('hex');
};

export interface Keyed {
  readonly accountId: string;
  readonly method: string;
  readonly url: string;
  readonly body: Buffer;
}

/** Claims the Idempotency-Key of a request, if it carries one (D-11). */
export const claimKey = async (store: IdempotencyStore, given: string | undefined, { accountId, method, url, body }: Keyed): Promise<Claim | undefined> => {
  if (given === undefined) return undefined;
  if (!KEY.test(given)) throw problem('invalid_idempotency_key', 'An Idempotency-Key has 1 to 255 printable characters without spaces.', { header: 'Idempotency-Key' });
  const [path = ''] = url.split('?');
  const claim = await store.claim(`${accountId}.${sha256(method, path, given)}`, sha256(method, url, body));
  if (claim.is === 'other_body') throw problem('idempotency_key_reused', 'The Idempotency-Key was used with another body.', { header: 'Idempotency-Key' });
  if (claim.is === 'running') throw problem('idempotency_in_progress', 'The first request with this Idempotency-Key still runs.', { header: 'Idempotency-Key' });
  return claim;
};
