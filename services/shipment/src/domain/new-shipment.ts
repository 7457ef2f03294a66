import type { NameId } from './atlas.js';
import type { ShipmentRecord } from './shipment.js';

export type Birth = { accountId: string; scac: string; number: string; now: Date };

/** Before its first snapshot. The id follows from what it is, so that two racing consumers make the same one. */
export const newShipment = ({ accountId, scac, number, now }: Birth, nameId: NameId): ShipmentRecord => ({
  id: nameId('shipment', accountId, scac, number),
  accountId,
  scac,
  billOfLadingNumber: number,
  normalizedNumber: number,
  refNumbers: [],
  tags: [],
  requestNumbers: [],
  trackingRequestIds: [],
  createdAt: now,
  updatedAt: now,
  revision: 0,
  bookingCancelled: false,
  shared: [],
  watches: {},
  containerIds: [],
  lastNewsAt: now,
  sourceNow: now,
  heardAt: now,
});
