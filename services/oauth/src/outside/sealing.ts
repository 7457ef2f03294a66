import { createCipheriv, createDecipheriv, createHmac, hkdfSync, randomBytes, timingSafeEqual } from 'node:crypto';
import type { FormTokens, Sealing } from '../app/ports.js';

const NONCE_LENGTH = 12;
const TAG_LENGTH = 16;

/** A key of its own for each purpose, so that what leaks of one says nothing of another. */
export const derivedKey = (masterKey: string, purpose: string): Buffer => Buffer.from(hkdfSync('sha256', Buffer.from(masterKey, 'base64'), '', `landfall/oauth/${purpose}`, 32));

/** AES-256-GCM: nonce, tag and text in one base64. */
export const sealing = (masterKey: string): Sealing => {
  const key = derivedKey(masterKey, 'sealing');
  return {
    seal: (plain) => {
      const nonce = randomBytes(NONCE_LENGTH);
      const cipher = createCipheriv('aes-256-gcm', key, nonce);
      const text = Buffer.concat([cipher.update(plain, 'utf8'), cipher.final()]);
      return Buffer.concat([nonce, cipher.getAuthTag(), text]).toString('base64');
    },
    open: (sealed) => {
      const bytes = Buffer.from(sealed, 'base64');
      const decipher = createDecipheriv('aes-256-gcm', key, bytes.subarray(0, NONCE_LENGTH));
      decipher.setAuthTag(bytes.subarray(NONCE_LENGTH, NONCE_LENGTH + TAG_LENGTH));
      return Buffer.concat([decipher.update(bytes.subarray(NONCE_LENGTH + TAG_LENGTH)), decipher.final()]).toString('utf8');
    },
  };
};

export const formTokens = (masterKey: string): FormTokens => {
  const key = derivedKey(masterKey, 'forms');
  const issue = (...parts: readonly string[]) => createHmac('sha256', key).update(JSON.stringify(parts)).digest('base64url');
  return {
    issue,
    matches: (token, ...parts) => {
      const expected = Buffer.from(issue(...parts));
      const given = Buffer.from(typeof token === 'string' ? token : '');
      return given.length === expected.length && timingSafeEqual(given, expected);
    },
  };
};
