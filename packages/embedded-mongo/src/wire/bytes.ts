/** A BSON document being written straight into bytes: the answers a server sends most need no object first. */
export type Bytes = { buffer: Buffer; length: number };

export const newBytes = (size = 512): Bytes => ({ buffer: Buffer.allocUnsafe(size), length: 0 });

export const written = (bytes: Bytes): Buffer => bytes.buffer.subarray(0, bytes.length);

function reserve(bytes: Bytes, more: number): number {
  const at = bytes.length;
  const needed = at + more;
  if (needed > bytes.buffer.length) {
    const grown = Buffer.allocUnsafe(Math.max(needed, bytes.buffer.length * 2));
    bytes.buffer.copy(grown, 0, 0, at);
    bytes.buffer = grown;
  }
  bytes.length = needed;
  return at;
}

export function putByte(bytes: Bytes, value: number): void {
  const at = reserve(bytes, 1);
  bytes.buffer[at] = value;
}

/** Type and name of the next element. Names here are our own, and ASCII. */
export function putName(bytes: Bytes, type: number, name: string): void {
  const at = reserve(bytes, name.length + 2);
  const { buffer } = bytes;
  buffer[at] = type;
  for (let index = 0; index < name.length; index += 1) buffer[at + 1 + index] = name.charCodeAt(index);
  buffer[at + 1 + name.length] = 0;
}

/** Opens a document; `endDocument` fills in its length. */
export const startDocument = (bytes: Bytes): number => reserve(bytes, 4);

export function endDocument(bytes: Bytes, start: number): void {
  putByte(bytes, 0);
  bytes.buffer.writeInt32LE(bytes.length - start, start);
}

export function putInt32(bytes: Bytes, name: string, value: number): void {
  putName(bytes, 0x10, name);
  const at = reserve(bytes, 4);
  bytes.buffer.writeInt32LE(value, at);
}

export function putInt64(bytes: Bytes, name: string, value: bigint): void {
  putName(bytes, 0x12, name);
  const at = reserve(bytes, 8);
  bytes.buffer.writeBigInt64LE(value, at);
}

export function putDouble(bytes: Bytes, name: string, value: number): void {
  putName(bytes, 0x01, name);
  const at = reserve(bytes, 8);
  bytes.buffer.writeDoubleLE(value, at);
}

export function putText(bytes: Bytes, name: string, value: string): void {
  putName(bytes, 0x02, name);
  const size = Buffer.byteLength(value);
  const at = reserve(bytes, 5 + size);
  bytes.buffer.writeInt32LE(size + 1, at);
  bytes.buffer.write(value, at + 4);
  bytes.buffer[at + 4 + size] = 0;
}

export function putDocument(bytes: Bytes, name: string, document: Uint8Array, type = 0x03): void {
  putName(bytes, type, name);
  const at = reserve(bytes, document.length);
  bytes.buffer.set(document, at);
}
