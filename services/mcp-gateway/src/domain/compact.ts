const isNothing = (value: unknown): boolean =>
  value === undefined || value === null || value === '' || (Array.isArray(value) && value.length === 0) || (typeof value === 'object' && !(value instanceof Date) && Object.keys(value).length === 0);

/** What is not known costs a reader tokens and tells nothing, so it is left out. */
export const given = (fields: Readonly<Record<string, unknown>>): Record<string, unknown> =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => !isNothing(value)));

/** A moment in UTC; milliseconds mean nothing in this trade. */
export const moment = (at: Date | undefined): string | undefined => at?.toISOString().replace(/\.\d{3}Z$/, 'Z');

/** `Los Angeles (USLAX)`: the name for people, the code for the next call. */
export const place = (name: string | undefined, code: string | undefined): string | undefined =>
  name === undefined || name === '' ? code : code === undefined || code === '' ? name : `${name} (${code})`;
