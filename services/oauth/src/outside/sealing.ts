import { createDecipheriv, createHmac, hkdfSync, timingSafeEqual } from 'node:crypto';
import { secretBox, type Sealed } from '@landfall/kit/secret-box';
import type { FormTokens, Sealing } from '../app/ports.js';

const NONCE_LENGTH = 12;
const TAG_LENGTH = 16;

/** What was sealed before 2026-11-21: nonce, tag and text in one base64. The last of it is rotated away after 38 days. */
const openedAsBefore = (key: Buffer, sealed: string): string => {
  const bytes = Buffer.from(sealed, 'base64');
  const decipher = createDecipheriv('aes-256-gcm', key, bytes.subarray(0, NONCE_LENGTH));
  decipher.setAuthTag(bytes.subarray(NONCE_LENGTH, NONCE_LENGTH + TAG_LENGTH));
  return Buffer.concat([decipher.update(bytes.subarray(NONCE_LENGTH + TAG_LENGTH)), decipher.final()]).toString('utf8');
};

/** A key of its own for each purpose, so that what leaks of one says nothing of another. */
export const derivedKey = (masterKey: string, purpose: string): Buffer => Buffer.from(hkdfSync('sha256', Buffer.from(masterKey, 'base64'), '', `landfall/oauth/${purpose}`, 32));

/** Seals as the kit does, each under the name of what it belongs to. */
export const sealing = (masterKey: string): Sealing => {
  const key = derivedKey(masterKey, 'sealing');
  const box = secretBox([key.toString('base64')]);
  return {
    seal: (plain, name) => JSON.stringify(box.seal(plain, name)),
    open: (sealed, name) => (sealed.startsWith('{') ? box.open(JSON.parse(sealed) as Sealed, name) : openedAsBefore(key, sealed)),
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
