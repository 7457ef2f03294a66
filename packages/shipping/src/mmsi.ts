export type MmsiKind =
  | 'ship'
  | 'ship_group'
  | 'coast_station'
  | 'search_and_rescue_aircraft'
  | 'handheld'
  | 'auxiliary_craft'
  | 'navigation_aid'
  | 'distress_beacon';

// ITU-R M.585: what the leading digits say. The first match decides.
const KINDS: readonly (readonly [RegExp, MmsiKind])[] = [
  [/^00[2-7]/, 'coast_station'],
  [/^0[2-7]/, 'ship_group'],
  [/^111[2-7]/, 'search_and_rescue_aircraft'],
  [/^[2-7]/, 'ship'],
  [/^8[2-7]/, 'handheld'],
  [/^97[024]/, 'distress_beacon'],
  [/^98[2-7]/, 'auxiliary_craft'],
  [/^99[2-7]/, 'navigation_aid'],
];

/** What kind of station a number names, or null when it can name none. */
export const mmsiKind = (value: string): MmsiKind | null =>
  /^\d{9}$/.test(value) ? (KINDS.find(([form]) => form.test(value))?.[1] ?? null) : null;

/** Only a ship's own number may be paired with an IMO number; buoys and aircraft share the air with them. */
export const isShipMmsi = (value: string): boolean => mmsiKind(value) === 'ship';

/** AIS feeds send the number as a JSON number, which drops the leading zeros of coast stations. */
export const parseMmsi = (value: string | number): string | null => {
  const digits = String(value).trim().padStart(9, '0');
  return mmsiKind(digits) === null ? null : digits;
};
