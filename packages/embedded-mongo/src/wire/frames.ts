import { HEADER_BYTES, MalformedFrame, MAX_MESSAGE_BYTES } from './message.js';

/**
 * Cuts a byte stream into frames. Chunks of a long message are kept in a list and joined once:
 * joining at every chunk would cost the square of the message's length.
 */
export function frameReader(onFrame: (frame: Buffer) => void): (chunk: Buffer) => void {
  let chunks: Buffer[] = [];
  let have = 0;
  let need = HEADER_BYTES;

  const lengthAt = (bytes: Buffer, at: number): number => {
    const length = bytes.readInt32LE(at);
    if (length < HEADER_BYTES || length > MAX_MESSAGE_BYTES) throw new MalformedFrame(`A frame claims ${length} bytes.`);
    return length;
  };

  const cut = (bytes: Buffer): Buffer => {
    let at = 0;
    need = HEADER_BYTES;
    while (bytes.length - at >= HEADER_BYTES) {
      const length = lengthAt(bytes, at);
      if (bytes.length - at < length) {
        need = length;
        break;
      }
      onFrame(at === 0 && length === bytes.length ? bytes : bytes.subarray(at, at + length));
      at += length;
    }
    return at === 0 ? bytes : bytes.subarray(at);
  };

  return (chunk) => {
    chunks.push(chunk);
    have += chunk.length;
    if (have < need) return;
    const rest = cut(chunks.length === 1 ? chunk : Buffer.concat(chunks, have));
    chunks = rest.length > 0 ? [rest] : [];
    have = rest.length;
  };
}
