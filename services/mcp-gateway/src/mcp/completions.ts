import type { SearchHit } from '@landfall/contracts/gen/shipment/v1/shipment';
import { SANDBOX_SCAC } from '@landfall/shipping/scac';
import type { Session } from './session.js';

/** More suggestions than this are no help. */
const MOST = 20;

/** Containers whose number begins with what was typed; without anything typed, those that changed last. */
export const completeContainers = async ({ owners, accountId }: Session, typed: string, pick: (hit: Pick<SearchHit, 'id' | 'number'>) => string): Promise<string[]> => {
  if (typed.trim() === '') {
    const { items } = await owners.shipments.listContainers({ accountId, page: { number: 1, size: MOST, after: '' }, filters: [], sort: [{ field: 'updated_at', descending: true }], q: '' });
    return items.map(({ id, number }) => pick({ id, number: number ?? '' }));
  }
  const { hits } = await owners.shipments.search({ accountId, query: typed.trim(), limit: MOST });
  return hits.filter(({ entityType }) => entityType === 'cargo').map(pick);
};

/** Lines by name or SCAC. */
export const completeCarriers = async ({ owners }: Session, typed: string): Promise<string[]> => {
  const { items } = await owners.places.listShippingLines({ page: { number: 1, size: MOST, after: '' }, search: typed, sort: [] });
  return items.map(({ scac }) => scac).filter((scac) => scac !== SANDBOX_SCAC);
};
