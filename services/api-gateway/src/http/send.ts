import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { compressedTag, isNoneMatch } from '../domain/entity-tag.js';
import type { Packed } from '../app/edge-cache.js';
import type { Rendered } from './answer.js';

const compress = promisify(gzip);

/** Below this a packet is a packet. */
const WORTH_COMPRESSING_BYTES = 1_024;
// Level 4 costs half of the default and gives nearly the same size for JSON.
const LEVEL = 4;

export const wantsGzip = (req: IncomingMessage): boolean => /(^|,)\s*(gzip|\*)\s*(;\s*q=(?!0(\.0*)?\s*(,|$))[^,]*)?(,|$)/.test(String(req.headers['accept-encoding'] ?? ''));

/** The compressed form, made when the first caller wants it and kept for the next. */
export const packing = (body: Buffer): Packed => {
  let packed: Promise<Buffer> | undefined;
  return () => {
    if (body.length < WORTH_COMPRESSING_BYTES) return undefined;
    packed ??= compress(body, { level: LEVEL });
    return packed;
  };
};

/** Sends exactly these bytes with exactly this type: Express would add a charset, which JSON:API 1.1 forbids. */
export const sendBytes = (res: ServerResponse, status: number, headers: Readonly<Record<string, string>>, body: Buffer): void => {
  res.writeHead(status, { ...headers, 'Content-Length': body.length });
  res.end(body);
};

const notModified = (res: ServerResponse, tag: string, cacheControl: string): void => {
  res.writeHead(304, { ETag: tag, 'Cache-Control': cacheControl });
  res.end();
};

interface Sendable extends Pick<Rendered, 'body' | 'contentType' | 'tag' | 'cacheControl'> {
  readonly packed: Packed;
}

/** A read: 304 when the caller has these bytes already, compressed when it may be. True when nothing had to be sent. */
export const sendRead = async (req: IncomingMessage, res: ServerResponse, answer: Sendable): Promise<boolean> => {
  if (isNoneMatch(req.headers['if-none-match'], answer.tag)) {
    notModified(res, answer.tag, answer.cacheControl);
    return true;
  }
  const headers = { 'Content-Type': answer.contentType, 'Cache-Control': answer.cacheControl };
  const gzip = wantsGzip(req) ? await answer.packed() : undefined;
  if (gzip !== undefined) sendBytes(res, 200, { ...headers, 'Content-Encoding': 'gzip', ETag: compressedTag(answer.tag) }, gzip);
  else sendBytes(res, 200, { ...headers, ETag: answer.tag }, answer.body);
  return false;
};
