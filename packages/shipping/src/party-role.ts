export const PARTY_ROLES = [
  'shipper',
  'consignee',
  'notify_party',
  'customs_broker',
  'customer',
  'freight_forwarder',
  'pickup_dray_carrier',
] as const;

export type PartyRole = (typeof PARTY_ROLES)[number];

export const isPartyRole = (value: string): value is PartyRole => (PARTY_ROLES as readonly string[]).includes(value);
