/** How public events are grouped when a person chooses which to hear. */
export const EVENT_CATEGORIES = {
  gate: 'Gate',
  feeder: 'Feeder',
  vessel_transport: 'Vessel transport',
  transshipment: 'Transshipment',
  availability: 'Availability',
  rail_transport: 'Rail transport',
  inland: 'Inland',
  shipment: 'Shipment',
  tracking_request: 'Tracking request',
  container: 'Container',
} as const;

export type EventCategory = keyof typeof EVENT_CATEGORIES;
