import { DataFileFault, dataFolder, type Rows } from './data-file.js';

/** Reads on first use and once per folder, so that a test with a folder of its own never sees another's rows. */
export const perFolder = <Catalogue>(load: (folder: string) => Catalogue): ((folder?: string) => Catalogue) => {
  const loaded = new Map<string, Catalogue>();
  return (given) => {
    const folder = dataFolder(given);
    const known = loaded.get(folder);
    if (known !== undefined) return known;
    const catalogue = load(folder);
    loaded.set(folder, catalogue);
    return catalogue;
  };
};

/** One row per key; a second one is a fault of the file. */
export const uniqueBy = <Row>({ path, rows }: Rows<Row>, keyOf: (row: Row) => string): ReadonlyMap<string, Row> => {
  const found = new Map<string, Row>();
  rows.forEach((row, at) => {
    const key = keyOf(row);
    if (found.has(key)) throw new DataFileFault(path, at + 1, `${key} is there twice.`);
    found.set(key, row);
  });
  return found;
};

/** All rows under each of their keys, in file order. */
export const groupBy = <Row>(rows: readonly Row[], keysOf: (row: Row) => readonly (string | null)[]): ReadonlyMap<string, readonly Row[]> => {
  const groups = new Map<string, Row[]>();
  for (const row of rows) {
    for (const key of keysOf(row)) {
      if (key === null) continue;
      const group = groups.get(key);
      if (group) group.push(row);
      else groups.set(key, [row]);
    }
  }
  return groups;
};

/** Own codes first, then other people's codes for the same thing: an alternative never hides an original. */
export const withAlternatives = <Row>(
  own: ReadonlyMap<string, Row>,
  alternativesOf: (row: Row) => readonly string[],
): ReadonlyMap<string, Row> => {
  const all = new Map(own);
  for (const row of own.values()) for (const code of alternativesOf(row)) if (!all.has(code)) all.set(code, row);
  return all;
};

/** The only row of a group; of several none is right, so the answer is nothing. */
export const onlyOne = <Row>(rows: readonly Row[] | undefined): Row | null => (rows?.length === 1 ? (rows[0] ?? null) : null);
