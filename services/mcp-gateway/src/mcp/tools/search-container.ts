import type { SearchHit } from '@landfall/contracts/gen/shipment/v1/shipment';
import { documentOf } from '@landfall/resources/document';
import { hitOf } from '@landfall/resources/search-result';
import { z } from 'zod';
import { given } from '../../domain/compact.js';
import { shapedAll } from '../records.js';
import type { Session } from '../session.js';
import { facts, text, textFacts, texts, whole } from '../schema.js';
import { tool } from '../tool.js';

/** Ten of a kind are enough to see that the query was too wide. */
const MOST = 25;
const A_KIND = 10;

const HIT = facts({ ...textFacts('id', 'number', 'shipmentId', 'line', 'status', 'portOfLading', 'portOfDischarge', 'failedReason'), containerCount: whole, refNumbers: texts });

const hitView = (hit: SearchHit & { failedReason?: string | undefined }) => given({
  id: hit.id,
  number: hit.number,
  shipmentId: hit.entityType === 'cargo' ? hit.shipmentId : undefined,
  line: hit.scac,
  status: hit.status,
  portOfLading: hit.portOfLadingName,
  portOfDischarge: hit.portOfDischargeName,
  containerCount: hit.containersCount,
  failedReason: hit.failedReason,
  refNumbers: hit.refNumbers,
});

export interface Found {
  readonly hits: readonly SearchHit[];
  readonly containers: readonly SearchHit[];
  readonly shipments: readonly SearchHit[];
  readonly requests: readonly SearchHit[];
}

/** Shipments and containers, and requests that have become neither. */
export const search = async ({ owners, accountId }: Session, query: string): Promise<Found> => {
  const [{ hits }, requests] = await Promise.all([
    owners.shipments.search({ accountId, query, limit: MOST }),
    owners.trackingRequests.listTrackingRequests({ accountId, page: { number: 1, size: MOST, after: '' }, filters: [], sort: [], q: query }),
  ]);
  const waiting = requests.items.filter(({ shipmentId }) => shipmentId === undefined).map(hitOf);
  return { hits: [...hits, ...waiting], containers: hits.filter(({ entityType }) => entityType === 'cargo'), shipments: hits.filter(({ entityType }) => entityType === 'shipment'), requests: waiting };
};

export const searchContainer = tool({
  name: 'search_container',
  title: 'Search',
  says: 'Finds containers, shipments and open tracking requests by container number, bill of lading, booking or reference. Start here; the ids go into get_container and get_shipment_details.',
  input: { query: z.string().trim().min(1).max(100).describe('The number or reference, whole or its beginning.') },
  output: { containers: z.array(HIT), shipments: z.array(HIT), trackingRequests: z.array(HIT), totalResults: whole, next: text },
  instead: 'Track a new number with track_container.',
  answer: async (session, { query }) => {
    const { hits, containers, shipments, requests } = await search(session, query);
    const all = { containers, shipments, trackingRequests: requests };
    return {
      rows: A_KIND,
      mapped: (count) => ({
        ...Object.fromEntries(Object.entries(all).map(([kind, found]) => [kind, found.slice(0, count).map(hitView)])),
        totalResults: hits.length,
        ...(hits.length === 0 && { next: 'Nothing is tracked under this. Track it with track_container.' }),
        ...(Object.values(all).some((found) => found.length > count) && { next: 'More match: give more of the number.' }),
      }),
      raw: () => documentOf(shapedAll('search_result', hits), { meta: { total: hits.length } }),
    };
  },
});
