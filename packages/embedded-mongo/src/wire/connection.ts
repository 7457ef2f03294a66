import type { Socket } from 'node:net';
import { frameReader } from './frames.js';
import { readRequest, type Request } from './message.js';
import { replyFrame } from './reply.js';

/** What a command is answered with: a BSON document, or nothing because the connection is to be dropped. */
export type Answer = Uint8Array | 'close';

/** Answers at once when it can: most reads never need a promise. */
export type Handler = (request: Request) => Answer | Promise<Answer>;

/** A client that sends faster than it is answered is no longer read from, so it cannot fill our memory. */
const MAX_WAITING = 64;

type Line = { socket: Socket; handle: Handler; waiting: Request[]; busy: boolean };

function send(line: Line, request: Request, answer: Answer): void {
  const { socket } = line;
  if (answer === 'close') {
    socket.destroy();
    return;
  }
  if (!request.wantsReply || socket.destroyed || socket.write(replyFrame(request, answer))) return;
  // The client does not read as fast as it asks: nothing more is taken from it until it has.
  line.busy = true;
  socket.pause();
  socket.once('drain', () => {
    line.busy = false;
    advance(line);
  });
}

function later(line: Line, request: Request, answer: Promise<Answer>): void {
  line.busy = true;
  answer.then((done) => {
    line.busy = false;
    send(line, request, done);
    advance(line);
  }, () => line.socket.destroy());
}

function advance(line: Line): void {
  while (!line.busy && !line.socket.destroyed) {
    const request = line.waiting.shift();
    if (!request) break;
    const answer = line.handle(request);
    if (answer instanceof Promise) later(line, request, answer);
    else send(line, request, answer);
  }
  if (!line.busy && line.socket.isPaused()) line.socket.resume();
}

/** One client. Requests are answered in the order they came; a malformed frame ends this connection and no other. */
export function serveConnection(socket: Socket, handle: Handler): void {
  const line: Line = { socket, handle, waiting: [], busy: false };
  const read = frameReader((frame) => {
    line.waiting.push(readRequest(frame));
    if (line.waiting.length >= MAX_WAITING) socket.pause();
  });
  socket.setNoDelay(true);
  socket.on('data', (chunk) => {
    try {
      read(chunk);
    } catch {
      socket.destroy();
      return;
    }
    advance(line);
  });
  // A reset is the client's business; without a listener it would end the process.
  socket.on('error', () => socket.destroy());
}
