import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { z } from 'zod';

const SHIPPED = fileURLToPath(new URL('../data/', import.meta.url));

/** A data file that cannot be trusted stops the start: a wrong port is worse than no port. */
export class DataFileFault extends Error {
  override readonly name = 'DataFileFault';

  constructor(
    readonly file: string,
    readonly row: number | null,
    readonly detail: string,
  ) {
    super(`${file}${row === null ? '' : `, row ${row}`}: ${detail}`);
  }
}

/** The folder a look-up reads: the one handed in, else the operator's, else the one shipped with the package. */
export const dataFolder = (given?: string): string => given ?? process.env['REFERENCE_DATA_PATH'] ?? SHIPPED;

// Replacing one file must not mean copying all five.
const pathOf = (folder: string, name: string): string => {
  const own = join(folder, name);
  return existsSync(own) ? own : join(SHIPPED, name);
};

const parseArray = (path: string): unknown[] => {
  try {
    const parsed: unknown = JSON.parse(readFileSync(path, 'utf8'));
    if (Array.isArray(parsed)) return parsed;
  } catch (error) {
    throw new DataFileFault(path, null, `cannot be read as JSON (${error instanceof Error ? error.message : String(error)}).`);
  }
  throw new DataFileFault(path, null, 'is not an array of rows.');
};

export type Rows<Row> = { path: string; rows: readonly Row[] };

/** Every row checked and frozen. Rows are counted from 1, as the README says one stands on each line. */
export const readRows = <Schema extends z.ZodType>(folder: string, name: string, schema: Schema): Rows<z.output<Schema>> => {
  const path = pathOf(folder, name);
  const rows = parseArray(path).map((raw, at) => {
    const checked = schema.safeParse(raw);
    if (checked.success) return frozen(checked.data);
    const detail = checked.error.issues.map((issue) => `${issue.path.join('.') || 'row'}: ${issue.message}`).join('; ');
    throw new DataFileFault(path, at + 1, detail);
  });
  return { path, rows: Object.freeze(rows) };
};

export const frozen = <Value>(value: Value): Value => {
  if (typeof value !== 'object' || value === null || value instanceof RegExp) return value;
  Object.values(value).forEach(frozen);
  return Object.freeze(value);
};
