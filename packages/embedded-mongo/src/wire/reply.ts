import { HEADER_BYTES, OPCODE, type Request } from './message.js';

const MESSAGE_HEAD = HEADER_BYTES + 5;
const REPLY_HEAD = HEADER_BYTES + 20;
const AWAIT_CAPABLE = 8;

let lastId = 0;

function header(frame: Buffer, responseTo: number, opcode: number): void {
  lastId = (lastId + 1) & 0x7fffffff;
  frame.writeInt32LE(frame.length, 0);
  frame.writeInt32LE(lastId, 4);
  frame.writeInt32LE(responseTo, 8);
  frame.writeInt32LE(opcode, 12);
}

/** Wraps an answer the way its question came. One buffer, so that one write sends it. */
export function replyFrame(request: Request, body: Uint8Array): Buffer {
  if (request.legacy) {
    const frame = Buffer.alloc(REPLY_HEAD + body.length);
    header(frame, request.requestId, OPCODE.reply);
    frame.writeInt32LE(AWAIT_CAPABLE, HEADER_BYTES);
    frame.writeInt32LE(1, HEADER_BYTES + 16);
    frame.set(body, REPLY_HEAD);
    return frame;
  }
  const frame = Buffer.allocUnsafe(MESSAGE_HEAD + body.length);
  header(frame, request.requestId, OPCODE.message);
  frame.writeInt32LE(0, HEADER_BYTES);
  frame[HEADER_BYTES + 4] = 0;
  frame.set(body, MESSAGE_HEAD);
  return frame;
}
