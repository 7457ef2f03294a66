import { resourceOf } from '@landfall/resources/catalogue';
import { distinct, keyOf } from '@landfall/resources/document';
import type { IncludeTree } from '@landfall/resources/include';
import type { Linkage, ResourceObject } from '@landfall/resources/resource';

/** Fetches records of one type for an account, by id; missing ones are simply not in the answer. */
export type Loader = (accountId: string, ids: string[]) => Promise<readonly unknown[]>;

export type Loaders = Readonly<Record<string, Loader>>;

interface Node {
  readonly row: ResourceObject;
  readonly below: IncludeTree;
}

interface Wanted {
  readonly link: Linkage;
  readonly below: IncludeTree;
}

/** A call carries at most this many ids, so that a page of large shipments stays within the size of a message. */
const IDS_A_CALL = 1_000;

const linksOf = (row: ResourceObject, relation: string): readonly Linkage[] => {
  const data = row.relationships?.[relation]?.data;
  if (data === undefined || data === null) return [];
  return Array.isArray(data) ? data : [data as Linkage];
};

const wantedBy = ({ row, below }: Node): Wanted[] =>
  Object.entries(below).flatMap(([relation, next]) => linksOf(row, relation).map((link) => ({ link, below: next })));

const chunks = (ids: readonly string[]): string[][] => {
  const all: string[][] = [];
  for (let from = 0; from < ids.length; from += IDS_A_CALL) all.push(ids.slice(from, from + IDS_A_CALL));
  return all;
};

const loadType = async (loaders: Loaders, accountId: string, type: string, ids: readonly string[]): Promise<ResourceObject[]> => {
  const loader = loaders[type];
  const row = resourceOf(type);
  if (loader === undefined || row === undefined) return [];
  const pages = await Promise.all(chunks(ids).map((some) => loader(accountId, some)));
  return pages.flat().map(row.of);
};

/** Records that travel inside a message are known without a call. */
export const heldBy = (type: string, messages: readonly unknown[]): ResourceObject[] =>
  Object.values(resourceOf(type)?.relationships ?? {}).flatMap(({ held, to }) => {
    const inner = resourceOf(to[0] ?? '');
    return held === undefined || inner === undefined ? [] : messages.flatMap((message) => held(message).map(inner.of));
  });

/**
 * Walks the tree level by level. All records that a level needs are fetched together, one call a type, and none twice:
 * the cost follows the depth of the request, never the number of rows.
 */
export const collectIncluded = async (
  loaders: Loaders,
  accountId: string,
  primary: readonly ResourceObject[],
  tree: IncludeTree,
  held: readonly ResourceObject[] = [],
): Promise<ResourceObject[]> => {
  const known = new Map([...held, ...primary].map((row) => [keyOf(row), row]));
  // Missing ones are not asked for again on the next level.
  const asked = new Set(known.keys());
  const included: ResourceObject[] = [];
  let level: Node[] = primary.map((row) => ({ row, below: tree }));
  while (level.length > 0) {
    const wanted = level.flatMap(wantedBy);
    const missing = new Map<string, Set<string>>();
    for (const { link } of wanted) {
      if (asked.has(keyOf(link))) continue;
      asked.add(keyOf(link));
      const ids = missing.get(link.type) ?? new Set();
      missing.set(link.type, ids.add(link.id));
    }
    const loaded = await Promise.all([...missing].map(([type, ids]) => loadType(loaders, accountId, type, [...ids])));
    for (const row of loaded.flat()) known.set(keyOf(row), row);
    level = wanted.flatMap(({ link, below }) => {
      const row = known.get(keyOf(link));
      return row === undefined ? [] : [{ row, below }];
    });
    included.push(...level.map(({ row }) => row));
  }
  return distinct(included, primary);
};
