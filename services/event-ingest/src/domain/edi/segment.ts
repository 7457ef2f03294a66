/** One segment of any EDI syntax: elements of components. X12 elements have one component each. */
export type Segment = { tag: string; elements: string[][] };

export const part = (segment: Segment | undefined, element: number, component = 0): string | undefined => {
  const text = segment?.elements[element]?.[component]?.trim();
  return text === '' ? undefined : text;
};

export const first = (segments: readonly Segment[], tag: string, qualifier?: string): Segment | undefined =>
  segments.find((segment) => segment.tag === tag && (qualifier === undefined || part(segment, 0) === qualifier));

/** CCYYMMDD[HHMM[SS]] as the rest of the house writes it; a zone is added only where the message gave one. */
export const ediTime = (digits: string | undefined, zone?: string): string | undefined => {
  const [, year, month, day, hour, minute, second] = /^(\d{4})(\d{2})(\d{2})(?:(\d{2})(\d{2})(\d{2})?)?/.exec(digits ?? '') ?? [];
  if (year === undefined) return undefined;
  const date = `${year}-${month}-${day}`;
  if (hour === undefined) return date;
  return `${date}T${hour}:${minute}:${second ?? '00'}${zone === 'UT' || zone === 'GM' || zone === 'UTC' ? 'Z' : ''}`;
};
