import { connect, type Socket } from 'node:net';
import { randomUUID } from 'node:crypto';
import { deserialize, Long, serialize, UUID, type Document } from 'bson';

/** A client that costs almost nothing, so that what is measured is the server. */
export type RawClient = { socket: Socket; send(frame: Buffer): Promise<Buffer>; session: UUID };

export function frameOf(command: Document): Buffer {
  const body = serialize(command);
  const frame = Buffer.alloc(21 + body.length);
  frame.writeInt32LE(frame.length, 0);
  frame.writeInt32LE(1, 4);
  frame.writeInt32LE(2_013, 12);
  frame.set(body, 21);
  return frame;
}

export const bodyOf = (reply: Buffer): Document => deserialize(reply.subarray(21));

export async function rawClient(port: number): Promise<RawClient> {
  const socket = connect(port, '127.0.0.1').setNoDelay(true);
  await new Promise((resolve, reject) => socket.once('connect', resolve).once('error', reject));
  let held: Buffer[] = [];
  let have = 0;
  let answer: ((reply: Buffer) => void) | undefined;
  socket.on('data', (chunk) => {
    held.push(chunk);
    have += chunk.length;
    const first = held[0] as Buffer;
    if (first.length < 4 || have < first.readInt32LE(0)) return;
    const reply = held.length === 1 ? first : Buffer.concat(held);
    held = [];
    have = 0;
    answer?.(reply);
  });
  const send = (frame: Buffer) => new Promise<Buffer>((resolve) => {
    answer = resolve;
    socket.write(frame);
  });
  return { socket, send, session: new UUID(randomUUID()) };
}

/** As the driver sends a retryable write. */
export const retryable = (client: RawClient, number: number, command: Document): Buffer =>
  frameOf({ ...command, lsid: { id: client.session }, txnNumber: Long.fromNumber(number) });
