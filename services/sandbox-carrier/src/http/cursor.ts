import { createHash } from 'node:crypto';
import type { Cursor } from '../domain/page.js';
import type { Given } from '../domain/query.js';

/** Equal questions have one mark, whatever the order of their parameters; the cursor itself is no part of the question. */
export const questionMark = (given: Given): string =>
  createHash('sha256').update(JSON.stringify(given.filter(([name]) => name !== 'cursor').sort(([a], [b]) => (a < b ? -1 : 1)))).digest('base64url').slice(0, 16);

export const writeCursor = ({ offset, question, now }: Cursor): string => Buffer.from([offset, question, now].join('.')).toString('base64url');

/** Null for what we never gave out. */
export const readCursor = (text: string): Cursor | null => {
  const [, offset, question, now] = /^(\d{1,7})\.([\w-]{16})\.(\d{1,15})$/.exec(Buffer.from(text, 'base64url').toString()) ?? [];
  return offset === undefined || question === undefined || now === undefined ? null : { offset: Number(offset), question, now: Number(now) };
};
