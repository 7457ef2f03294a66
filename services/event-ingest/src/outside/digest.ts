import { createHash } from 'node:crypto';

/** Equal values, equal digests: keys in order, what is undefined left out, dates as text. */
const canonical = (value: unknown): unknown => {
  if (value instanceof Date) return value.toISOString();
  if (Array.isArray(value)) return value.map(canonical);
  if (typeof value !== 'object' || value === null) return value;
  const entries = Object.entries(value).filter(([, each]) => each !== undefined);
  return Object.fromEntries(entries.sort(([a], [b]) => (a < b ? -1 : 1)).map(([key, each]) => [key, canonical(each)]));
};

export const digest = (value: unknown): string => createHash('sha256').update(JSON.stringify(canonical(value))).digest('base64url');
