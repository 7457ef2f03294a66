import { isLiveStatus } from '@landfall/shipping/request-status';
import type { TrackingRequests } from '../../src/app/ports.js';
import type { Change, Says, TrackingRequest } from '../../src/domain/tracking-request.js';

export interface InMemoryRequests extends TrackingRequests {
  /** What the outboxes would have said, in order. */
  said: Says['says'][];
}

const collides = (left: TrackingRequest, right: TrackingRequest): boolean =>
  left.id !== right.id && left.accountId === right.accountId && left.scac === right.scac && left.normalizedNumber === right.normalizedNumber && isLiveStatus(left.status) && left.scac !== undefined;

/** The port without a store. The suite that the real store passes runs on this too, so it cannot lie. */
export const inMemoryRequests = (): InMemoryRequests => {
  const rows = new Map<string, TrackingRequest>();
  const said: Says['says'][] = [];
  const fresh = new Map<string, TrackingRequest>();
  const keep = ({ request, says }: Change) => {
    rows.set(request.id, Object.fromEntries(Object.entries(request).filter(([, value]) => value !== undefined)) as unknown as TrackingRequest);
    said.push(...says.map((each) => each.says));
  };
  const blocked = (request: TrackingRequest) => isLiveStatus(request.status) && [...rows.values()].some((row) => collides(row, request));
  const own = (accountId: string) => [...rows.values()].filter((row) => row.accountId === accountId);
  return {
    said,
    add: async (change) => {
      if (blocked(change.request)) return 'duplicate';
      keep(change);
      fresh.set(change.request.id, rows.get(change.request.id) as TrackingRequest);
      return 'added';
    },
    find: async (accountId, id) => own(accountId).find((row) => row.id === id),
    justAdded: (accountId, id) => {
      const request = fresh.get(id);
      return request?.accountId === accountId && fresh.delete(id) ? request : undefined;
    },
    findMany: async (accountId, ids) => own(accountId).filter((row) => ids.includes(row.id)),
    list: async ({ accountId, page }) => {
      const items = own(accountId).sort((left, right) => right.createdAt.getTime() - left.createdAt.getTime());
      return { items: items.slice((page.number - 1) * page.size, page.number * page.size), total: items.length };
    },
    save: async (change) => {
      if (rows.get(change.request.id)?.revision !== change.request.revision - 1) return 'moved';
      if (blocked(change.request)) return 'duplicate';
      keep(change);
      return 'saved';
    },
    due: async (now, most) => [...rows.values()].filter(({ dueAt }) => dueAt !== undefined && dueAt <= now).slice(0, most),
  };
};
