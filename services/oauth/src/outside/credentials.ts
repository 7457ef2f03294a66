import { createHash, createHmac, randomBytes } from 'node:crypto';
import type { Credentials } from '../app/ports.js';

const BASE62 = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
// 62^43 > 2^256: as many places as 32 bytes may need.
const KEY_LENGTH = 43;
const PREFIX_LENGTH = 8;

const base62 = (bytes: Buffer, length: number): string => {
  let rest = BigInt(`0x${bytes.toString('hex')}`);
  let digits = '';
  for (let place = 0; place < length; place += 1) {
    digits = BASE62.charAt(Number(rest % 62n)) + digits;
    rest /= 62n;
  }
  return digits;
};

const sha256 = (secret: string): string => createHash('sha256').update(secret).digest('hex');

const keyOf = (bytes: Buffer) => {
  const secret = `lf_${base62(bytes, KEY_LENGTH)}`;
  return { secret, hash: sha256(secret), prefix: secret.slice(0, PREFIX_LENGTH) };
};

/** `namingKey` is what secrets that can be told again are made from. */
export const credentials = (namingKey: Buffer): Credentials => {
  const named = (what: string, name: string): Buffer => createHmac('sha256', namingKey).update(`${what}:${name}`).digest();
  return {
    newApiKey: () => keyOf(randomBytes(32)),
    namedApiKey: (name) => keyOf(named('api-key', name)),
    namedPassword: (name) => base62(named('password', name).subarray(0, 15), 20),
    newClientId: () => `lfc_${base62(randomBytes(16), 22)}`,
    hashOf: sha256,
  };
};
