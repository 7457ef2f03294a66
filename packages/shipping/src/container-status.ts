/** Where a container stands in its journey, in the words every client shows. */
export const CONTAINER_STATUSES = {
  new: 'Known to the carrier and not yet on a ship.',
  on_ship: 'Loaded on a vessel, at sea or at a port on the way.',
  grounded: 'Discharged; whether it can be picked up is not known.',
  available: 'The terminal says it can be picked up.',
  not_available: 'The terminal says it cannot be picked up yet.',
  awaiting_inland_transfer: 'Discharged and waiting for the train to its inland destination.',
  on_rail: 'On a train to its inland destination.',
  picked_up: 'Left the terminal or the rail ramp on a truck.',
  off_dock: 'Moved to a place away from the terminal, to be picked up there.',
  dropped: 'Left full at the consignee; kept for old data.',
  loaded: 'Unloaded or loaded at the consignee; kept for old data.',
  delivered: 'Marked by hand as delivered.',
  empty_returned: 'Returned empty; the journey has ended.',
} as const;

export type ContainerStatus = keyof typeof CONTAINER_STATUSES;

export const isContainerStatus = (value: string): value is ContainerStatus => Object.hasOwn(CONTAINER_STATUSES, value);
