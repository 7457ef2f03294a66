import type { Document } from '../bson/document.js';
import { MongoError } from '../errors.js';

export type WriteError = { index: number; code: number; errmsg: string } & Document;

/** A refused document is told by its place in the batch; anything but a MongoError is a bug and ends the command. */
export const writeErrors = {
  from(error: unknown, index: number): WriteError {
    if (!(error instanceof MongoError)) throw error;
    return { index, code: error.code, ...error.extra, errmsg: error.message };
  },
  shown: (errors: WriteError[]): Document => (errors.length > 0 ? { writeErrors: errors } : {}),
};
