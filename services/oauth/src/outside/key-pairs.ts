import { exportJWK, generateKeyPair, importJWK, SignJWT } from 'jose';
import type { KeyPairs } from '../app/ports.js';

const ALGORITHM = 'ES256';

export const keyPairs = (): KeyPairs => ({
  make: async () => {
    const { privateKey } = await generateKeyPair(ALGORITHM, { extractable: true });
    return { ...(await exportJWK(privateKey)), alg: ALGORITHM, use: 'sig' };
  },
  // Named one by one: whatever a private key may come to carry, only these leave.
  publicHalf: ({ kty, crv, x, y, kid }) => ({ kty, crv, x, y, kid, alg: ALGORITHM, use: 'sig' }),
  sign: async (privateKey, claims) => new SignJWT(claims).setProtectedHeader({ alg: ALGORITHM, kid: String(privateKey['kid']) }).setIssuedAt().sign(await importJWK(privateKey, ALGORITHM)),
});
