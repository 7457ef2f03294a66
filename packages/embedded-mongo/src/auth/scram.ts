import { createHash, createHmac, pbkdf2Sync, randomBytes, timingSafeEqual } from 'node:crypto';

// RFC 7677 asks for 4,096 at least; MongoDB's own default is 15,000.
const ITERATIONS = 15_000;
const KEY_BYTES = 32;

const hmac = (key: Buffer, text: string): Buffer => createHmac('sha256', key).update(text).digest();
const sha256 = (bytes: Buffer): Buffer => createHash('sha256').update(bytes).digest();

export type Credentials = { salt: Buffer; storedKey: Buffer; serverKey: Buffer };

/** What is kept of a password: enough to check a proof, and not enough to make one. */
export function credentialsOf(password: string): Credentials {
  const salt = randomBytes(28);
  const salted = pbkdf2Sync(password, salt, ITERATIONS, KEY_BYTES, 'sha256');
  return { salt, storedKey: sha256(hmac(salted, 'Client Key')), serverKey: hmac(salted, 'Server Key') };
}

export type Exchange = { user: string; nonce: string; clientFirst: string; serverFirst: string };

/** Answers the client's first message; undefined when it is not one. */
export function begin(message: string, { salt }: Credentials): Exchange | undefined {
  const parts = /^n,,(n=([^,]+),r=([^,]+))$/.exec(message);
  if (!parts) return undefined;
  const [, clientFirst = '', user = '', clientNonce = ''] = parts;
  const nonce = clientNonce + randomBytes(24).toString('base64');
  const serverFirst = `r=${nonce},s=${salt.toString('base64')},i=${ITERATIONS}`;
  return { user: user.replaceAll('=2C', ',').replaceAll('=3D', '='), nonce, clientFirst, serverFirst };
}

/** Checks the client's proof; answers ours, which shows that we know the password, too. */
export function finish(message: string, exchange: Exchange, { storedKey, serverKey }: Credentials): string | undefined {
  const parts = /^(c=biws,r=([^,]+)),p=(.+)$/.exec(message);
  if (!parts) return undefined;
  const [, withoutProof = '', nonce = '', proof = ''] = parts;
  if (nonce !== exchange.nonce) return undefined;
  const signed = `${exchange.clientFirst},${exchange.serverFirst},${withoutProof}`;
  const signature = hmac(storedKey, signed);
  const given = Buffer.from(proof, 'base64');
  if (given.length !== signature.length) return undefined;
  const clientKey = Buffer.from(given.map((byte, at) => byte ^ (signature[at] ?? 0)));
  if (!timingSafeEqual(sha256(clientKey), storedKey)) return undefined;
  return `v=${hmac(serverKey, signed).toString('base64')}`;
}
