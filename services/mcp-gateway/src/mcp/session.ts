import type { Principal } from '@landfall/contracts/gen/oauth/v1/oauth';
import type { Log } from '@landfall/kit/log';
import type { Owners } from '../app/ports.js';

export type Bucket = 'tracking_requests' | 'infer' | 'other';

/** One caller and one request: nothing of it outlives the answer, so no account can meet another's. */
export interface Session {
  readonly owners: Owners;
  readonly principal: Principal;
  readonly accountId: string;
  readonly now: () => Date;
  /** Draws on a bucket that REST draws on too; over the limit it throws. */
  readonly count: (bucket: Bucket) => Promise<void>;
  readonly log: Log;
}
