import type { Log } from '@landfall/kit/log';
import type { EdgeCache } from '../app/edge-cache.js';
import type { Loaders } from '../app/include.js';
import type { IdempotencyStore, Owners } from '../app/ports.js';
import type { PrincipalCache } from '../app/principals.js';
import type { Counter } from './limits.js';

/** Everything the doors need, made once in the wire. */
export interface Gateway {
  readonly owners: Owners;
  readonly loaders: Loaders;
  readonly principals: PrincipalCache;
  readonly cache: EdgeCache;
  readonly counter: Counter;
  readonly idempotency: IdempotencyStore;
  readonly log: Log;
  readonly now: () => Date;
  /** Scheme and host under which the world knows us, without a slash at the end. */
  readonly origin: string;
  readonly corsOrigins: readonly string[];
  readonly forwards: { readonly mcp: string | undefined; readonly oauth: string | undefined };
  /** Aborted when the service stops, so that streams without end do not hold it up. */
  readonly stopping: AbortSignal;
}

export const PREFIX = '/v2';
