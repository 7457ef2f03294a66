export const REQUEST_TYPES = ['bill_of_lading', 'booking_number', 'container'] as const;

export type RequestType = (typeof REQUEST_TYPES)[number];

export const isRequestType = (value: string): value is RequestType => (REQUEST_TYPES as readonly string[]).includes(value);

/** `booking` is what the infer answer calls it, so clients post it back. */
export const parseRequestType = (value: string): RequestType | null => {
  if (value === 'booking') return 'booking_number';
  return isRequestType(value) ? value : null;
};
