import { mongoError } from '../errors.js';
import { validateDocument } from '../wire/validate.js';
import { readDocument } from './reader.js';
import type { Document } from './types.js';
import { encodeDocument } from './writer.js';

export type { Document } from './types.js';

/** MongoDB's limit for a stored document; a reply may be larger by what surrounds one. */
export const MAX_DOCUMENT_BYTES = 16 * 1024 * 1024;

/** Decodes bytes nobody has looked at yet: every length, name and text is checked before any is believed. */
export const decode = (bytes: Uint8Array): Document => {
  const buffer = asBuffer(bytes);
  if (buffer.length > MAX_DOCUMENT_BYTES + 16 * 1024) throw tooLarge(buffer.length);
  if (validateDocument(buffer, 0, buffer.length) !== buffer.length) {
    throw mongoError(22, 'Invalid BSON: bytes follow the end of the document');
  }
  return readDocument({ bytes: buffer, at: 0 });
};

/** Decodes what this server itself has validated, from the store or from a checked frame. */
export const decodeTrusted = (bytes: Uint8Array, start = 0): Document => readDocument({ bytes: asBuffer(bytes), at: start });

export const encode = (document: Document): Buffer => encodeDocument(document);

/** Encodes what will be stored: refuses what MongoDB refuses to store. */
export const encodeStored = (document: Document): Buffer => {
  const bytes = encodeDocument(document);
  if (bytes.length > MAX_DOCUMENT_BYTES) throw tooLarge(bytes.length);
  return bytes;
};

const asBuffer = (bytes: Uint8Array): Buffer =>
  Buffer.isBuffer(bytes) ? bytes : Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);

const tooLarge = (size: number) =>
  mongoError(10334, `BSONObj size: ${size} (0x${size.toString(16).toUpperCase()}) is invalid. Size must be between 0 and ${MAX_DOCUMENT_BYTES}(16MB)`);
