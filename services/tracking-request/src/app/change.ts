import { problem } from '@landfall/kit/problem';
import { retrying } from '@landfall/kit/retrying';
import type { Change, TrackingRequest, Unchanged } from '../domain/tracking-request.js';
import type { TrackingRequests } from './ports.js';

export type Decide = (request: TrackingRequest) => Change | Unchanged;

/** The first answer comes a moment after the request: what was added then is most likely still true, and the save says if not. */
const changeAdded = async (requests: TrackingRequests, accountId: string, id: string, decide: Decide): Promise<TrackingRequest | undefined> => {
  const added = requests.justAdded(accountId, id);
  const decision = added ? decide(added) : 'unchanged';
  return decision !== 'unchanged' && (await requests.save(decision)) === 'saved' ? decision.request : undefined;
};

/**
 * Reads, decides and saves against the revision that was read; the loser of a race reads again and decides anew.
 * `onDuplicate` decides what becomes of a request that may not be live beside another.
 */
export const change = async (requests: TrackingRequests, accountId: string, id: string, decide: Decide, onDuplicate: Decide = () => 'unchanged'): Promise<TrackingRequest | undefined> => {
  const early = await changeAdded(requests, accountId, id, decide);
  if (early) return early;
  let next = decide;
  return retrying(async () => {
    const request = await requests.find(accountId, id);
    if (!request) return undefined;
    const decision = next(request);
    if (decision === 'unchanged') return request;
    const outcome = await requests.save(decision);
    if (outcome === 'saved') return decision.request;
    if (outcome === 'duplicate') next = onDuplicate;
    throw problem('revision_conflict', `The tracking request ${id} kept changing meanwhile.`);
  });
};
