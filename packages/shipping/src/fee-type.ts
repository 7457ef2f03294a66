/** `total` overlaps the others: a sum over all fees leaves it out. */
export const FEE_TYPES = ['demurrage', 'exam', 'extended_dwell_time', 'other', 'total'] as const;

export type FeeType = (typeof FEE_TYPES)[number];

export const isFeeType = (value: string): value is FeeType => (FEE_TYPES as readonly string[]).includes(value);
