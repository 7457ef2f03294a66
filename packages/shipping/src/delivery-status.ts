export const DELIVERY_STATUSES = ['pending', 'succeeded', 'failed'] as const;

export type DeliveryStatus = (typeof DELIVERY_STATUSES)[number];

export const isDeliveryStatus = (value: string): value is DeliveryStatus =>
  (DELIVERY_STATUSES as readonly string[]).includes(value);
