import { Decimal128, Double, Int32, Long } from 'bson';

/** The plain number behind any of BSON's four, for options and counts where exactness beyond 2^53 means nothing. */
export function toNumber(value: unknown): number | undefined {
  if (typeof value === 'number') return value;
  if (value instanceof Int32 || value instanceof Double) return value.valueOf();
  if (value instanceof Long) return value.toNumber();
  if (typeof value === 'bigint') return Number(value);
  if (value instanceof Decimal128) return Number(value.toString());
  return undefined;
}
