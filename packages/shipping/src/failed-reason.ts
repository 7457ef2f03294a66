/** Why a tracking request failed, or, while it is still retrying, what went wrong last. */
export const FAILED_REASONS = {
  booking_cancelled: 'The carrier says the booking was cancelled.',
  duplicate: 'The same number is already tracked.',
  expired: 'The carrier knew the number and never published anything about it.',
  internal_processing_error: 'The answer could not be processed on our side.',
  invalid_number: 'The carrier does not accept the form of the number.',
  not_found: 'The carrier does not know the number.',
  retries_exhausted: 'Every retry ended in a technical fault.',
  shipping_line_unreachable: 'The carrier could not be reached.',
  unrecognized_response: 'The carrier answered something that could not be read.',
  data_unavailable: 'The carrier knows the number and withholds its data.',
  scac_auto_detect_failed: 'No carrier could be told from the number.',
  awaiting_manifest: 'The carrier has not published the shipment yet.',
  // The one value that is a sentence: clients of the original compare it as it stands.
  'Cancelled by user': 'The user cancelled the request before the carrier answered.',
} as const;

export type FailedReason = keyof typeof FAILED_REASONS;

export const isFailedReason = (value: string): value is FailedReason => Object.hasOwn(FAILED_REASONS, value);

/** Faults of the way to the carrier, which time may heal; the others are answers. */
export const isTechnicalReason = (reason: FailedReason): boolean =>
  reason === 'shipping_line_unreachable' || reason === 'unrecognized_response' || reason === 'internal_processing_error';
