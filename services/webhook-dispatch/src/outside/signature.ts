import { createHmac, createPrivateKey, generateKeyPairSync, randomBytes, sign } from 'node:crypto';
import type { Sign } from '../app/ports.js';

const PREFIX = 'whsec_', PRIVATE_PREFIX = 'whsk_', PUBLIC_PREFIX = 'whpk_';
const SEED_BYTES = 32;

export const makeSecret = (): string => `${PREFIX}${randomBytes(32).toString('base64')}`;

/** Ed25519. As others write it, the private key is seed and public key in one. */
export const makePair = (): { privateKey: string; publicKey: string } => {
  const { d = '', x = '' } = generateKeyPairSync('ed25519').privateKey.export({ format: 'jwk' });
  const [seed, point] = [Buffer.from(d, 'base64url'), Buffer.from(x, 'base64url')];
  return { privateKey: `${PRIVATE_PREFIX}${Buffer.concat([seed, point]).toString('base64')}`, publicKey: `${PUBLIC_PREFIX}${point.toString('base64')}` };
};

/** Reads the key once: reading costs as much as signing. A JWK, since reading DER costs ten times as much. */
export const signer = (privateKey: string): Sign => {
  const bytes = Buffer.from(privateKey.slice(PRIVATE_PREFIX.length), 'base64');
  const [d, x] = [bytes.subarray(0, SEED_BYTES).toString('base64url'), bytes.subarray(SEED_BYTES).toString('base64url')];
  const key = createPrivateKey({ key: { kty: 'OKP', crv: 'Ed25519', d, x }, format: 'jwk' });
  return (content) => sign(null, content, key).toString('base64');
};

// Standard Webhooks signs with the bytes behind the prefix; a secret of another making signs with its own text.
const keyOf = (secret: string): Buffer => (secret.startsWith(PREFIX) ? Buffer.from(secret.slice(PREFIX.length), 'base64') : Buffer.from(secret));

const symmetric = (secret: string, content: Buffer): string => createHmac('sha256', keyOf(secret)).update(content).digest('base64');

/** As the service we follow signs: the raw body with the secret as it reads. */
const plain = (secret: string, body: Buffer): string => createHmac('sha256', secret).update(body).digest('hex');

export interface Signed {
  id: string;
  now: Date;
  body: string;
  /** The first is the current one; the others sign beside it while receivers change over. */
  secrets: readonly string[];
  signers?: readonly Sign[] | undefined;
  plainHeader: string;
}

/** The headers that let a receiver tell us from others (D-42). */
export const signatureHeaders = ({ id, now, body, secrets, signers = [], plainHeader }: Signed): Record<string, string> => {
  const seconds = Math.floor(now.getTime() / 1_000);
  const [current = '', previous] = secrets;
  // Turned into bytes once, for all who sign.
  const head = `${id}.${seconds}.`;
  const content = Buffer.from(head + body);
  const raw = content.subarray(Buffer.byteLength(head));
  const signatures = [...secrets.map((secret) => `v1,${symmetric(secret, content)}`), ...signers.map((signs) => `v1a,${signs(content)}`)];
  return {
    'webhook-id': id,
    'webhook-timestamp': String(seconds),
    'webhook-signature': signatures.join(' '),
    [plainHeader]: plain(current, raw),
    ...(previous ? { [`${plainHeader}-Previous`]: plain(previous, raw) } : {}),
  };
};
