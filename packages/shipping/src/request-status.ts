export const REQUEST_STATUSES = [
  'pending',
  'awaiting_manifest',
  'created',
  'failed',
  'tracking_stopped',
  'cancelled',
] as const;

export type RequestStatus = (typeof REQUEST_STATUSES)[number];

export const isRequestStatus = (value: string): value is RequestStatus =>
  (REQUEST_STATUSES as readonly string[]).includes(value);

/** While a request is in one of these, the same number may not be asked for again by the same account. */
export const isLiveStatus = (status: RequestStatus): boolean => status === 'pending' || status === 'created';

/** Nothing the carrier says changes a request any more. */
export const isClosedStatus = (status: RequestStatus): boolean =>
  status === 'failed' || status === 'tracking_stopped' || status === 'cancelled';
