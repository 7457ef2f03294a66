import { hash, verify } from '@node-rs/argon2';
import type { Passwords } from '../app/ports.js';

/** OWASP's second choice for argon2id: 19 MiB, two passes. About 30–80 ms here, which bounds guessing as well as load. */
const COST = { memoryCost: 19_456, timeCost: 2, parallelism: 1 } as const;

export const passwords = (): Passwords => {
  // Compared with when nobody has the e-mail, so that the answer takes as long as for somebody who has.
  const nobody = hash('nobody signs in with this', COST);
  return {
    hash: (password) => hash(password, COST),
    matches: async (password, stored) => {
      const isSame = await verify(stored ?? (await nobody), password);
      return stored !== undefined && isSame;
    },
  };
};
