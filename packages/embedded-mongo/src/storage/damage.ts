import { closeSync, existsSync, fstatSync, openSync, readSync } from 'node:fs';

// Where LMDB keeps what it knows of itself: a meta page at the front of each of the first two pages.
const MAGIC = 0xbeefc0de;
const MAGIC_AT = 24;
const PAGE_SIZE_AT = MAGIC_AT + 24;
const LAST_PAGE_AT = MAGIC_AT + 120;
const COMMIT_AT = MAGIC_AT + 128;
const META_BYTES = MAGIC_AT + 136;

type Meta = { pageSize: number; lastPage: bigint; commit: bigint };

function metaAt(handle: number, position: number): Meta | undefined {
  const bytes = Buffer.alloc(META_BYTES);
  if (readSync(handle, bytes, 0, META_BYTES, position) < META_BYTES || bytes.readUInt32LE(MAGIC_AT) !== MAGIC) return undefined;
  return {
    pageSize: bytes.readUInt32LE(PAGE_SIZE_AT),
    lastPage: bytes.readBigUInt64LE(LAST_PAGE_AT),
    commit: bytes.readBigUInt64LE(COMMIT_AT),
  };
}

function whatIsWrong(handle: number): string | undefined {
  const { size } = fstatSync(handle);
  if (size === 0) return undefined;
  const first = metaAt(handle, 0);
  if (!first) return 'it does not begin as a data file does';
  const second = metaAt(handle, first.pageSize);
  if (!second) return 'its second page is not readable';
  const { lastPage, pageSize } = first.commit > second.commit ? first : second;
  const needed = (lastPage + 1n) * BigInt(pageSize);
  return BigInt(size) < needed ? `it has ${size} bytes and needs ${needed}` : undefined;
}

/** Looks before LMDB does: reading beyond the end of a mapped file would end the process without a word. */
export function refuseDamage(file: string): void {
  if (!existsSync(file)) return;
  const handle = openSync(file, 'r');
  try {
    const wrong = whatIsWrong(handle);
    if (wrong === undefined) return;
    throw new Error(`The data file ${file} is damaged: ${wrong}. Restore it from a copy, or move its folder away to start empty; it was left as it is.`);
  } finally {
    closeSync(handle);
  }
}
