import { problem } from '@landfall/kit/problem';
import { raw, type Request, type Response } from 'express';
import { acceptsBody } from '../domain/negotiate.js';
import { readJson, type BodyReader } from './body.js';

/** D-09. */
const MOST_BYTES = 1_048_576;

const readRaw = raw({ type: () => true, limit: MOST_BYTES });

/** The bytes of the body, unpacked; an empty buffer when there is none. */
export const readBytes = async (req: Request, res: Response): Promise<Buffer> => {
  await new Promise<void>((resolve, reject) => readRaw(req, res, (error: unknown) => (error === undefined ? resolve() : reject(error as Error))));
  return Buffer.isBuffer(req.body) ? req.body : Buffer.alloc(0);
};

/** What the body says, once its type is one that we read. */
export const readInput = (req: Request, bytes: Buffer, reader: BodyReader<unknown> | undefined, pathId: string | undefined): unknown => {
  if (bytes.length > 0 && !acceptsBody(req.headers['content-type'] ?? '')) {
    throw problem('unsupported_media_type', 'Send application/vnd.api+json without parameters, or application/json.', { header: 'Content-Type' });
  }
  if (reader === undefined) return undefined;
  if (!reader.isRequired) return reader.read(undefined, pathId);
  if (bytes.length === 0) throw problem('invalid_document', 'The body is empty.', { pointer: '' });
  return reader.read(readJson(bytes), pathId);
};
