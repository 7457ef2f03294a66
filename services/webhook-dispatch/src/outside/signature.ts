import { createHmac, randomBytes } from 'node:crypto';

const PREFIX = 'whsec_';

export const makeSecret = (): string => `${PREFIX}${randomBytes(32).toString('base64')}`;

// Standard Webhooks signs with the bytes behind the prefix; a secret of another making signs with its own text.
const keyOf = (secret: string): Buffer => (secret.startsWith(PREFIX) ? Buffer.from(secret.slice(PREFIX.length), 'base64') : Buffer.from(secret));

const standard = (secret: string, id: string, seconds: number, body: string): string => `v1,${createHmac('sha256', keyOf(secret)).update(`${id}.${seconds}.${body}`).digest('base64')}`;

/** As the service we follow signs: the raw body with the secret as it reads. */
const plain = (secret: string, body: string): string => createHmac('sha256', secret).update(body).digest('hex');

export interface Signed {
  id: string;
  now: Date;
  body: string;
  /** The first is the current one; the others sign beside it while receivers change over. */
  secrets: readonly string[];
  plainHeader: string;
}

/** The headers that let a receiver tell us from others (D-42). */
export const signatureHeaders = ({ id, now, body, secrets, plainHeader }: Signed): Record<string, string> => {
  const seconds = Math.floor(now.getTime() / 1_000);
  const [current = '', previous] = secrets;
  return {
    'webhook-id': id,
    'webhook-timestamp': String(seconds),
    'webhook-signature': secrets.map((secret) => standard(secret, id, seconds, body)).join(' '),
    [plainHeader]: plain(current, body),
    ...(previous ? { [`${plainHeader}-Previous`]: plain(previous, body) } : {}),
  };
};
