import type { Principal } from '@landfall/contracts/gen/oauth/v1/oauth';

/** A revoked key may work for five seconds at most (D-50), so nobody is remembered for longer than four. */
const KEEP_MS = 4_000;
const MOST = 10_000;

interface Remembered {
  readonly principal: Principal;
  readonly until: number;
}

/** Who holds a credential. Its owner is asked once for all that wait for the same answer. */
export const principalMemory = (ask: (credential: string) => Promise<Principal>, now: () => number): ((credential: string) => Promise<Principal>) => {
  const kept = new Map<string, Remembered>();
  const underWay = new Map<string, Promise<Principal>>();

  const fetch = async (credential: string): Promise<Principal> => {
    const askedAt = now();
    const principal = await ask(credential);
    if (kept.size >= MOST) kept.clear();
    // Counted from the question: the answer may be older than it looks.
    kept.set(credential, { principal, until: Math.min(askedAt + KEEP_MS, principal.expiresAt?.getTime() ?? Number.POSITIVE_INFINITY) });
    return principal;
  };

  return async (credential) => {
    const found = kept.get(credential);
    if (found !== undefined && found.until > now()) return found.principal;
    const asking = underWay.get(credential) ?? fetch(credential).finally(() => underWay.delete(credential));
    underWay.set(credential, asking);
    return asking;
  };
};
