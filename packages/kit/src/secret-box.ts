import { createCipheriv, createDecipheriv, createHash, randomBytes } from 'node:crypto';
import { problem } from './problem.js';

export type Sealed = { keyId: string; iv: string; tag: string; text: string };

export type SecretBox = {
  /** `name` is bound in: a row copied under another name does not open. */
  seal(plain: string, name: string): Sealed;
  open(sealed: Sealed, name: string): string;
};

const ALGORITHM = 'aes-256-gcm';
const IV_BYTES = 12;

// Tells keys apart without telling anything about them.
const idOf = (key: Buffer): string => createHash('sha256').update('landfall-key-id').update(key).digest('hex').slice(0, 12);

/** The first key seals, every key opens: that is how keys are rotated. */
export const secretBox = (base64Keys: readonly string[]): SecretBox => {
  const keys = base64Keys.map((text) => Buffer.from(text, 'base64'));
  const byId = new Map(keys.map((key) => [idOf(key), key]));
  const [first] = keys;
  return {
    seal: (plain, name) => {
      if (!first) throw problem('internal', 'No key to encrypt with is configured.');
      const iv = randomBytes(IV_BYTES);
      const cipher = createCipheriv(ALGORITHM, first, iv).setAAD(Buffer.from(name));
      const text = Buffer.concat([cipher.update(plain, 'utf8'), cipher.final()]).toString('base64');
      return { keyId: idOf(first), iv: iv.toString('base64'), tag: cipher.getAuthTag().toString('base64'), text };
    },
    open: ({ keyId, iv, tag, text }, name) => {
      const key = byId.get(keyId);
      if (!key) throw problem('internal', `The key ${keyId} that sealed this is not configured any more.`);
      const decipher = createDecipheriv(ALGORITHM, key, Buffer.from(iv, 'base64')).setAAD(Buffer.from(name)).setAuthTag(Buffer.from(tag, 'base64'));
      return Buffer.concat([decipher.update(Buffer.from(text, 'base64')), decipher.final()]).toString('utf8');
    },
  };
};
