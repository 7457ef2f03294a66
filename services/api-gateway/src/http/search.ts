import { hitOf } from '@landfall/resources/search-result';
import { z } from 'zod';
import type { Owners } from '../app/ports.js';
import { many, whole } from './lists.js';
import { route, type Route } from './route.js';

const MOST = 25;

/** Shipments, then containers, then requests that have no shipment yet. */
export const searchRoutes = ({ shipments, trackingRequests }: Owners): Route[] => [
  route({
    method: 'get', path: '/search', name: 'search', says: 'Finds shipments, containers and tracking requests by number or reference.', tag: 'Search', scope: 'read',
    gives: { many: 'search_result' }, list: whole({ sorts: ['number', 'created_at', 'updated_at'] }), extras: z.object({ query: z.string().trim().min(1).max(100) }),
    handle: async ({ accountId, extras: { query } }) => {
      const page = { number: 1, size: MOST, after: '' };
      const [found, requests] = await Promise.all([
        shipments.search({ accountId, query, limit: MOST }),
        trackingRequests.listTrackingRequests({ accountId, page, filters: [], sort: [], q: query }),
      ]);
      const waiting = requests.items.filter(({ shipmentId }) => shipmentId === undefined).map(hitOf);
      return many({ items: [...found.hits, ...waiting].slice(0, MOST) });
    },
  }),
];
