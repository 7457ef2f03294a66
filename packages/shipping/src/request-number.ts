import { normaliseContainerNumber } from './container-number.js';
import type { RequestType } from './request-type.js';
import { SANDBOX_SCAC } from './scac.js';

const LONGEST = 64;

// What is left of a number without its SCAC still has to be one: shorter rests are words, not prefixes.
const SHORTEST_REST = 5;

export type ParsedRequestNumber =
  | { ok: true; display: string; normalized: string }
  | { ok: false; fault: 'blank' | 'too_long' | 'not_printable' };

/** As the user sees it again: trimmed and upper case, with the spaces and hyphens that were typed inside. */
export const displayRequestNumber = (text: string): string => text.trim().toUpperCase();

/** As it is compared. */
export const normalisedRequestNumber = (text: string): string => displayRequestNumber(text).replace(/[\s-]/g, '');

export const parseRequestNumber = (text: string): ParsedRequestNumber => {
  const display = displayRequestNumber(text);
  const normalized = normalisedRequestNumber(text);
  // Only separators is as blank as nothing: there would be nothing left to compare.
  if (normalized === '') return { ok: false, fault: 'blank' };
  if (display.length > LONGEST) return { ok: false, fault: 'too_long' };
  if (!/^[\p{L}\p{M}\p{N}\p{P}\p{S} ]+$/u.test(display)) return { ok: false, fault: 'not_printable' };
  return { ok: true, display, normalized };
};

/** A carrier prints its code before the number on some documents and leaves it out on others. */
export const withoutScac = (normalized: string, scacs: readonly string[]): string => {
  const prefix = scacs.find((scac) => normalized.startsWith(scac) && normalized.length - scac.length >= SHORTEST_REST);
  return prefix === undefined ? normalized : normalized.slice(prefix.length);
};

/**
 * What two numbers of one line must share to be the same. Container numbers keep their four letters, which
 * belong to the number even when they spell a SCAC; sandbox numbers keep theirs, which name the scenario.
 */
export const matchingNumber = (type: RequestType, text: string, scacs: readonly string[]): string => {
  if (type === 'container') return normaliseContainerNumber(text);
  const strippable = scacs.filter((scac) => scac !== SANDBOX_SCAC);
  return withoutScac(normalisedRequestNumber(text), strippable);
};
