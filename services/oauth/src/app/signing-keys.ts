import { isPublished, needsNew, ROTATE_AFTER_MS, signingKey, type SigningKey } from '../domain/signing-key.js';
import type { Ports } from './ports.js';

// Replicas see each other's new key after at most this; far less than a key is published before its use.
const READ_AGAIN_MS = 60_000;

type Jwk = Record<string, unknown>;

const rotated = async ({ signingKeys, sealing, keyPairs, around }: Ports): Promise<SigningKey[]> => {
  const now = around.now();
  const keys = await signingKeys.all();
  const old = keys.filter((key) => !isPublished(key, now));
  if (old.length > 0) await signingKeys.drop(old.map(({ id }) => id));
  if (!needsNew(keys, now)) return keys.filter((key) => isPublished(key, now));
  const id = around.newId();
  const sealed = sealing.seal(JSON.stringify(await keyPairs.make()), id);
  // Counted from the last key, so that replicas that rotate at once agree on who made the next.
  const period = keys.length === 0 ? 0 : Math.max(...keys.map(({ createdAt }) => createdAt.getTime())) + ROTATE_AFTER_MS;
  await signingKeys.add({ id, createdAt: now, sealed }, period);
  return (await signingKeys.all()).filter((key) => isPublished(key, now));
};

/** Our signing keys: made when there is none, rotated when the newest is old, read by whoever checks what we signed. */
export const signing = (ports: Ports) => {
  const { sealing, keyPairs, around } = ports;
  let cached: { keys: SigningKey[]; readAt: number } | undefined;
  const keys = async (): Promise<SigningKey[]> => {
    const now = around.now().getTime();
    if (!cached || now - cached.readAt >= READ_AGAIN_MS) cached = { keys: await rotated(ports), readAt: now };
    return cached.keys;
  };
  const opened = ({ id, sealed }: SigningKey): Jwk => ({ ...(JSON.parse(sealing.open(sealed, id)) as Jwk), kid: id });
  return {
    published: async (): Promise<{ keys: Jwk[] }> => ({ keys: (await keys()).map((key) => keyPairs.publicHalf(opened(key))) }),
    sign: async (claims: Record<string, unknown>): Promise<string | undefined> => {
      const key = signingKey(await keys(), around.now());
      return key && keyPairs.sign(opened(key), claims);
    },
  };
};
