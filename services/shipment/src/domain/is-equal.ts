const isRecord = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null;

const areListsEqual = (a: readonly unknown[], b: readonly unknown[]): boolean => a.length === b.length && a.every((value, index) => isEqual(value, b[index]));

const areRecordsEqual = (a: Record<string, unknown>, b: Record<string, unknown>): boolean => {
  for (const key in a) if (!isEqual(a[key], b[key])) return false;
  for (const key in b) if (b[key] !== undefined && a[key] === undefined) return false;
  return true;
};

/** By content, whatever the order of the keys; a missing value and an undefined one are the same. */
export const isEqual = (a: unknown, b: unknown): boolean => {
  if (a === b) return true;
  if (!isRecord(a) || !isRecord(b)) return false;
  if (a instanceof Date || b instanceof Date) return a instanceof Date && b instanceof Date && a.getTime() === b.getTime();
  if (Array.isArray(a) || Array.isArray(b)) return Array.isArray(a) && Array.isArray(b) && areListsEqual(a, b);
  return areRecordsEqual(a, b);
};
