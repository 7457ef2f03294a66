import { createHash } from 'node:crypto';

// Made once for Landfall. Changing it would change the id of every port, line, terminal and vessel.
const NAMESPACE = Buffer.from('6f1d3c0e9b7a4d52a8e45c1b7f20d3e6', 'hex');

export type ReferenceKind = 'shipping_line' | 'port' | 'metro_area' | 'terminal' | 'rail_terminal' | 'vessel';

/** A UUID of version 5: the same thing has the same id on every installation, and no table has to keep it. */
export const stableId = (kind: ReferenceKind, key: string): string => {
  const hash = createHash('sha1').update(NAMESPACE).update(`${kind}:${key}`).digest().subarray(0, 16);
  hash.writeUInt8((hash.readUInt8(6) & 0x0f) | 0x50, 6);
  hash.writeUInt8((hash.readUInt8(8) & 0x3f) | 0x80, 8);
  const hex = hash.toString('hex');
  return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20)].join('-');
};
