import { hash, randomBytes } from 'node:crypto';

const format = (bytes: Uint8Array): string => {
  const hex = Buffer.from(bytes.buffer, bytes.byteOffset, 16).toString('hex');
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20)}`;
};

const stamped = (bytes: Uint8Array, version: number): string => {
  bytes[6] = ((bytes[6] ?? 0) & 0x0f) | (version << 4);
  bytes[8] = ((bytes[8] ?? 0) & 0x3f) | 0x80;
  return format(bytes);
};

/** UUIDv7: rows made together lie together in an index. */
export const newId = (): string => {
  const bytes = randomBytes(16);
  bytes.writeUIntBE(Date.now(), 0, 6);
  return stamped(bytes, 7);
};

/** The same parts always give the same id, so what is told twice is kept once. */
export const nameId = (...parts: readonly string[]): string => stamped(hash('sha256', parts.join('\u0000'), 'buffer').subarray(0, 16), 8);
