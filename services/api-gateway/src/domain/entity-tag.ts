/** A strong tag: which revision it shows, and a digest of the exact bytes before compression. */
export const entityTag = (digest: string, revision: number | undefined): string => (revision === undefined ? `"${digest}"` : `"${revision.toString(36)}-${digest}"`);

/** Compressed bytes are another representation, so they carry another strong tag. */
export const compressedTag = (tag: string): string => `${tag.slice(0, -1)}~gz"`;

const plain = (tag: string): string => tag.trim().replace(/^W\//, '').replace(/~gz"$/, '"');

/** If-None-Match compares weakly: any form of the same bytes will do. */
export const isNoneMatch = (header: string | undefined, tag: string): boolean =>
  header !== undefined && (header.trim() === '*' || header.split(',').some((one) => plain(one) === tag));

export type Precondition = { kind: 'none' } | { kind: 'any' } | { kind: 'revision'; revision: number } | { kind: 'impossible' };

/** What If-Match demands. Weak tags never match, and a tag that we did not make can match nothing. */
export const readIfMatch = (header: string | undefined): Precondition => {
  if (header === undefined) return { kind: 'none' };
  if (header.trim() === '*') return { kind: 'any' };
  const [only, ...more] = header.split(',').map((tag) => /^"([0-9a-z]+)-[\w~-]+"$/.exec(tag.trim()));
  if (only === null || only === undefined || more.length > 0) return { kind: 'impossible' };
  const revision = Number.parseInt(only[1] ?? '', 36);
  return Number.isSafeInteger(revision) ? { kind: 'revision', revision } : { kind: 'impossible' };
};
