export type Json = Record<string, unknown>;

export const isRecord = (value: unknown): value is Json => typeof value === 'object' && value !== null && !Array.isArray(value);

export const listOf = (value: unknown): unknown[] => (Array.isArray(value) ? value : []);

/** What lies at the end of a path, or undefined as soon as a step is missing. */
export const at = (value: unknown, ...path: string[]): unknown =>
  path.reduce<unknown>((inside, step) => (isRecord(inside) && Object.hasOwn(inside, step) ? inside[step] : undefined), value);

// No field of an event is longer; what is, is no field but a flood.
const LONGEST_TEXT = 500;

/** Carriers send "", null, 9074729 and "9074729" for the same field; only something said counts. */
export const textAt = (value: unknown, ...path: string[]): string | undefined => {
  const found = at(value, ...path);
  if (typeof found === 'number' && Number.isFinite(found)) return String(found);
  const text = typeof found === 'string' ? found.trim().slice(0, LONGEST_TEXT) : '';
  return text === '' ? undefined : text;
};

export const numberAt = (value: unknown, ...path: string[]): number | undefined => {
  const text = textAt(value, ...path);
  const number = text === undefined ? Number.NaN : Number(text);
  return Number.isFinite(number) ? number : undefined;
};

export const upperAt = (value: unknown, ...path: string[]): string | undefined => textAt(value, ...path)?.toUpperCase();

/** The first of several places where carriers write the same thing. */
export const firstText = (value: unknown, ...paths: string[][]): string | undefined => {
  for (const path of paths) {
    const text = textAt(value, ...path);
    if (text !== undefined) return text;
  }
  return undefined;
};
