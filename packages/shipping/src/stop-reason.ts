/** Why a shipment is no longer tracked. */
export const STOP_REASONS = {
  all_containers_terminated: 'Every container was returned empty.',
  past_arrival_window: '56 days have passed since arrival.',
  past_full_out_window: '28 days have passed since the last pick-up.',
  no_updates_at_line: 'The carrier has published nothing new for 56 days.',
  cancelled_by_user: 'A user stopped the tracking.',
  booking_cancelled: 'The carrier says the booking was cancelled.',
  account_closed: 'The account was closed.',
} as const;

export type StopReason = keyof typeof STOP_REASONS;

export const isStopReason = (value: string): value is StopReason => Object.hasOwn(STOP_REASONS, value);
