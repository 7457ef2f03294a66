import { mongoError } from '../errors.js';
import { validateDocument } from './validate.js';

export const HEADER_BYTES = 16;
export const MAX_MESSAGE_BYTES = 48_000_000;
export const MAX_DOCUMENT_BYTES = 16 * 1024 * 1024;

export const OPCODE = { reply: 1, query: 2004, message: 2013 } as const;

const FLAG = { checksum: 1, moreToCome: 2 } as const;
// Bits below 16 are "required": a server that does not know one must not guess.
const UNKNOWN_REQUIRED = 0xffff & ~(FLAG.checksum | FLAG.moreToCome);

/** One request, whichever way it came: the command, and the documents that travelled beside it. */
export type Request = {
  requestId: number;
  /** An OP_QUERY handshake is answered with OP_REPLY; everything else is OP_MSG. */
  legacy: boolean;
  /** False for `w: 0`: the client does not read an answer, so none may be sent. */
  wantsReply: boolean;
  body: Buffer;
  sequences: Map<string, Buffer[]>;
  /** An OP_QUERY names its database in the collection name. */
  db?: string;
};

/** The frame itself is wrong: nothing after it on this connection can be trusted. */
export class MalformedFrame extends Error {
  override readonly name = 'MalformedFrame';
}

function textEnd(frame: Buffer, start: number): number {
  const end = frame.indexOf(0, start);
  if (end < 0) throw new MalformedFrame('A name in a frame does not end.');
  return end;
}

function documentAt(frame: Buffer, at: number, limit: number): Buffer {
  if (at + 5 > limit) throw new MalformedFrame('A section is cut off.');
  const length = frame.readInt32LE(at);
  if (length < 5 || at + length > limit) throw new MalformedFrame('A document is longer than its section.');
  return frame.subarray(at, at + length);
}

function checked(document: Buffer): Buffer {
  validateDocument(document, 0, document.length);
  return document;
}

/** A kind 1 section: a named list of documents, sent beside the command so that no array keys are needed. */
function readSequence(frame: Buffer, at: number, limit: number, into: Map<string, Buffer[]>): number {
  if (at + 4 > limit) throw new MalformedFrame('A section is cut off.');
  const end = at + frame.readInt32LE(at);
  if (end > limit || end < at + 5) throw new MalformedFrame('A section has a wrong length.');
  const nameStop = textEnd(frame, at + 4);
  const documents: Buffer[] = [];
  let next = nameStop + 1;
  while (next < end) {
    const document = documentAt(frame, next, end);
    documents.push(document);
    next += document.length;
  }
  const name = frame.toString('utf8', at + 4, nameStop);
  if (into.has(name)) throw mongoError(40_415, `BSON field '${name}' is a duplicate field`);
  into.set(name, documents);
  return end;
}

function readMessage(frame: Buffer): Request {
  if (frame.length < HEADER_BYTES + 5) throw new MalformedFrame('An OP_MSG is cut off.');
  const flags = frame.readUInt32LE(HEADER_BYTES);
  if (flags & UNKNOWN_REQUIRED) throw new MalformedFrame('An OP_MSG needs a flag that is not known.');
  const limit = frame.length - (flags & FLAG.checksum ? 4 : 0);
  const sequences = new Map<string, Buffer[]>();
  let body: Buffer | undefined;
  let at = HEADER_BYTES + 4;
  while (at < limit) {
    const kind = frame[at];
    if (kind === 0 && !body) {
      body = documentAt(frame, at + 1, limit);
      at += 1 + body.length;
    } else if (kind === 1) at = readSequence(frame, at + 1, limit, sequences);
    else throw new MalformedFrame('An OP_MSG has a section that is not known.');
  }
  if (!body) throw new MalformedFrame('An OP_MSG has no command.');
  return {
    requestId: frame.readInt32LE(4),
    legacy: false,
    wantsReply: (flags & FLAG.moreToCome) === 0,
    body,
    sequences,
  };
}

/** Only the handshake still travels this way. */
function readQuery(frame: Buffer): Request {
  const nameStop = textEnd(frame, HEADER_BYTES + 4);
  const name = frame.toString('utf8', HEADER_BYTES + 4, nameStop);
  const body = documentAt(frame, nameStop + 9, frame.length);
  const db = name.split('.', 1)[0] ?? 'admin';
  return { requestId: frame.readInt32LE(4), legacy: true, wantsReply: true, body, sequences: new Map(), db };
}

/** Takes a whole frame apart. The documents still have to pass `validated`. */
export function readRequest(frame: Buffer): Request {
  const opcode = frame.readInt32LE(12);
  if (opcode === OPCODE.message) return readMessage(frame);
  if (opcode === OPCODE.query) return readQuery(frame);
  throw new MalformedFrame(`Opcode ${opcode} is not served.`);
}

/** Checks every byte of the BSON; what fails here is answered with an error, and the connection lives on. */
export function validateRequest(request: Request): void {
  checked(request.body);
  for (const documents of request.sequences.values()) documents.forEach(checked);
}
