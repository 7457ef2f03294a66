/** Upper and lower case are as clients compare them. */
export const HOLD_NAMES = ['freight', 'customs', 'USDA', 'VACIS', 'TMF', 'other'] as const;

export type HoldName = (typeof HOLD_NAMES)[number];

/** A cleared hold has no status: it is taken off the list. */
export const HOLD_STATUSES = ['pending', 'hold'] as const;

export type HoldStatus = (typeof HOLD_STATUSES)[number];

const byLowerCase = new Map<string, HoldName>(HOLD_NAMES.map((name) => [name.toLowerCase(), name]));

/** Terminals write hold names in any case, and invent their own; those are `other`. */
export const toHoldName = (text: string): HoldName => byLowerCase.get(text.trim().toLowerCase()) ?? 'other';

export const isHoldStatus = (value: string): value is HoldStatus => (HOLD_STATUSES as readonly string[]).includes(value);
