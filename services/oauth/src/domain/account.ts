import type { Refusal, Says } from './says.js';

/** Requests in 60 seconds; what is missing has the default (D-10). */
export interface RateLimits {
  trackingRequests?: number | undefined;
  infer?: number | undefined;
  refresh?: number | undefined;
  other?: number | undefined;
}

export interface Account {
  id: string;
  name: string;
  createdAt: Date;
  rateLimits: RateLimits;
  closedAt?: Date | undefined;
  revision: number;
}

export interface AccountEdit {
  name?: string | undefined;
  rateLimits?: RateLimits | undefined;
  closed?: boolean | undefined;
}

export interface AccountChange {
  account: Account;
  says: readonly Says[];
}

const NAME_LENGTH = 100;
// Above this a limit is a slip of the hand: no gateway here serves it.
const HIGHEST_LIMIT = 1_000_000;

/** A name people can read: trimmed, not empty, without control characters. */
export const parseName = (given: string): string | Refusal => {
  const name = given.trim();
  if (!name) return { refused: 'blank', attribute: 'name', detail: 'A name is required.' };
  if (name.length > NAME_LENGTH || /\p{Cc}/u.test(name)) return { refused: 'invalid', attribute: 'name', detail: `A name has at most ${NAME_LENGTH} printable characters.` };
  return name;
};

const limitsRefusal = (limits: RateLimits): Refusal | undefined => {
  const wrong = Object.entries(limits).find(([, value]) => value !== undefined && (!Number.isInteger(value) || value < 1 || value > HIGHEST_LIMIT));
  return wrong ? { refused: 'invalid', attribute: 'rate_limits', detail: `A rate limit is a whole number from 1 to ${HIGHEST_LIMIT}.` } : undefined;
};

export const openAccount = (given: string, now: Date, id: string): Account | Refusal => {
  const name = parseName(given);
  return typeof name === 'string' ? { id, name, createdAt: now, rateLimits: {}, revision: 1 } : name;
};

const closing = ({ id, closedAt }: Account, closed: boolean | undefined, now: Date): { closedAt: Date | undefined; says: readonly Says[] } => {
  if (closed === undefined || closed === (closedAt !== undefined)) return { closedAt, says: [] };
  if (closed) return { closedAt: now, says: [{ says: 'revoked', accountId: id, credentialId: '', at: now }] };
  return { closedAt: undefined, says: [] };
};

/** The limits that are given replace all that were set. Every edit is told, since the gateways keep names and limits. */
export const editAccount = (account: Account, edit: AccountEdit, now: Date): AccountChange | Refusal => {
  const name = edit.name === undefined ? account.name : parseName(edit.name);
  if (typeof name !== 'string') return name;
  const refusal = limitsRefusal(edit.rateLimits ?? {});
  if (refusal) return refusal;
  const { closedAt, says } = closing(account, edit.closed, now);
  const changed = { ...account, name, rateLimits: edit.rateLimits ?? account.rateLimits, closedAt, revision: account.revision + 1 };
  return { account: changed, says: [...says, { says: 'changed', accountId: account.id, at: now }] };
};
