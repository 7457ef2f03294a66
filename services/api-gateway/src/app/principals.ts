import type { PrincipalRevoked } from '@landfall/contracts/gen/oauth/v1/facts';
import type { Principal } from '@landfall/contracts/gen/oauth/v1/oauth';

interface Remembered {
  readonly principal: Principal;
  readonly until: number;
}

export interface Held {
  readonly signal: AbortSignal;
  release(): void;
}

export interface PrincipalCache {
  /** Who holds this credential; asks the owner once, however many requests wait for the same answer. */
  of(credential: string): Promise<Principal>;
  /** The same from memory alone, for the path that must not wait. */
  remembered(credential: string): Principal | undefined;
  /** For answers without an end: aborted when the credential is revoked, and when nobody would tell of it. */
  hold(principal: Principal): Held;
  drop(revoked: Pick<PrincipalRevoked, 'accountId' | 'credentialId' | 'userId'>): void;
  clear(): void;
}

/** A revocation reaches us as a fact; the clock is the second rope, for facts that were lost on the way. */
const KEEP_MS = 60_000;
/** Without the bus no fact arrives, and a revoked key may work for five seconds at most (D-50). */
const KEEP_ALONE_MS = 4_000;
const MOST = 10_000;

const isMeant = ({ accountId, credentialId, userId }: Pick<PrincipalRevoked, 'accountId' | 'credentialId' | 'userId'>, principal: Principal): boolean => {
  if (principal.accountId !== accountId) return false;
  if (credentialId !== '') return principal.credentialId === credentialId;
  return userId === undefined || principal.userId === userId;
};

/** Whoever asks while the same question is under way waits for the one answer. */
const once = (underWay: Map<string, Promise<Principal>>, credential: string, fetch: (credential: string) => Promise<Principal>): Promise<Principal> => {
  const asking = underWay.get(credential) ?? fetch(credential).finally(() => underWay.delete(credential));
  underWay.set(credential, asking);
  return asking;
};

/** Streams that are open, each with whom it was opened for; a reader that is cut off comes back and is asked who it is. */
const holds = () => {
  const open = new Map<AbortController, Principal>();
  const cut = (isMeantFor: (principal: Principal) => boolean): void => {
    for (const [controller, principal] of open) if (isMeantFor(principal)) controller.abort();
  };
  const hold = (principal: Principal): Held => {
    const controller = new AbortController();
    open.set(controller, principal);
    return { signal: controller.signal, release: () => open.delete(controller) };
  };
  return { hold, cut };
};

export const principalCache = (ask: (credential: string) => Promise<Principal>, hearsFacts: () => boolean, now: () => number): PrincipalCache => {
  const kept = new Map<string, Remembered>();
  const underWay = new Map<string, Promise<Principal>>();
  const streams = holds();
  // An answer that was asked for before a revocation must not be kept after it.
  let epoch = 0;

  const keep = (credential: string, principal: Principal): void => {
    const expiresAt = principal.expiresAt?.getTime() ?? Number.POSITIVE_INFINITY;
    const until = Math.min(now() + (hearsFacts() ? KEEP_MS : KEEP_ALONE_MS), expiresAt);
    if (kept.size >= MOST) kept.delete(kept.keys().next().value ?? '');
    kept.set(credential, { principal, until });
  };

  const remembered = (credential: string): Principal | undefined => {
    const found = kept.get(credential);
    if (found === undefined) return undefined;
    if (found.until > now()) return found.principal;
    kept.delete(credential);
    return undefined;
  };

  const fetch = async (credential: string): Promise<Principal> => {
    const before = epoch;
    const principal = await ask(credential);
    if (before === epoch) keep(credential, principal);
    return principal;
  };

  return {
    remembered,
    of: async (credential) => remembered(credential) ?? once(underWay, credential, fetch),
    hold: streams.hold,
    drop: (revoked) => {
      epoch += 1;
      streams.cut((principal) => isMeant(revoked, principal));
      for (const [credential, { principal }] of kept) if (isMeant(revoked, principal)) kept.delete(credential);
    },
    clear: () => {
      epoch += 1;
      streams.cut(() => true);
      kept.clear();
    },
  };
};
