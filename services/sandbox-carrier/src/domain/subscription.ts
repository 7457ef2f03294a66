import { parseQuery, type Fault, type Given, type Query } from './query.js';

/** Somebody who wants to be told instead of asking. `given` is what it wants to hear of, as a question would put it. */
export type Subscription = {
  id: string;
  account: string;
  callbackUrl: string;
  /** Base64; written and never shown. */
  secret: string;
  given: Given;
  /** Everything told until this sandbox moment was sent. */
  sentUntil: Date;
  failures: number;
  /** Our time: when it is looked at again. */
  dueAt: Date;
};

export type Wish = { callbackUrl: string; given: Given };

type Read = { ok: true; wish: Wish } | { ok: false; faults: Fault[] };

const OWN_FIELDS = ['callbackUrl', 'secret', 'subscriptionID'];

/** The filters of the body are those of the question; lists are lists here. */
const givenIn = (body: Record<string, unknown>): Given =>
  Object.entries(body).flatMap(([name, value]) => {
    if (OWN_FIELDS.includes(name) || value === null) return [];
    const items = (Array.isArray(value) ? value : [value]).map(String);
    return items.length > 0 ? [[name, items.join(',')] as const] : [];
  });

// What only makes sense for a question.
const OF_QUESTIONS = ['limit', 'cursor', 'sort'];

export const readWish = (body: unknown): Read => {
  if (typeof body !== 'object' || body === null || Array.isArray(body)) return { ok: false, faults: [{ parameter: 'body', message: 'must be an object' }] };
  const fields = body as Record<string, unknown>;
  const { callbackUrl } = fields;
  const given = givenIn(fields);
  const parsed = parseQuery(given);
  const faults = [
    ...(typeof callbackUrl === 'string' && /^https?:\/\/[^\s]+$/.test(callbackUrl) ? [] : [{ parameter: 'callbackUrl', message: 'must be an http or https address' }]),
    ...given.filter(([name]) => OF_QUESTIONS.includes(name)).map(([name]) => ({ parameter: name, message: `${name} is for questions only` })),
    ...(parsed.ok ? [] : parsed.faults),
  ];
  return faults.length > 0 ? { ok: false, faults } : { ok: true, wish: { callbackUrl: String(callbackUrl), given } };
};

/** The standard wants 32 bytes at least. */
export const isSecret = (value: unknown): value is string => typeof value === 'string' && /^[A-Za-z0-9+/]{43,}={0,2}$/.test(value) && value.length % 4 === 0;

/** The question that a subscription stands for; it was read before it was kept. */
export const queryOf = ({ given }: Pick<Subscription, 'given'>): Query | null => {
  const parsed = parseQuery(given);
  return parsed.ok ? parsed.query : null;
};

export const shownSubscription = ({ id, callbackUrl, given }: Subscription): Record<string, unknown> => ({
  subscriptionID: id,
  callbackUrl,
  ...Object.fromEntries(given.map(([name, value]) => [name, value.includes(',') ? value.split(',') : value])),
});

const LONGEST_WAIT_MS = 60_000;

/** After a failed delivery: a second, then twice as long each time, up to a minute. */
export const waitAfter = (failures: number): number => Math.min(LONGEST_WAIT_MS, 1_000 * 2 ** Math.min(failures - 1, 10));
