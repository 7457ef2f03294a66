import { isPublicEventName, PUBLIC_EVENT_NAMES, type LogOnlyEvent } from '@landfall/shipping/public-event';

export interface Header {
  name: string;
  value: string;
}

/** A secret as the store keeps it. */
export interface SealedSecret {
  keyId: string;
  iv: string;
  tag: string;
  text: string;
}

/** Ed25519, for receivers that shall check and not be able to sign. The public half is for everybody to read. */
export interface SealedPair {
  privateKey: SealedSecret;
  publicKey: string;
}

/** What signs a webhook's deliveries. */
export interface SealedKeys {
  secret: SealedSecret;
  /** Webhooks of the time before there were pairs get theirs when they are next used. */
  pair?: SealedPair | undefined;
}

export interface RetiredKeys extends SealedKeys {
  until: Date;
}

/** What its account has yet to be told about a webhook. It is kept with the change itself: no crash comes between them. */
export interface Untold {
  event: LogOnlyEvent;
  revision: number;
  at: Date;
}

export interface Webhook extends SealedKeys {
  id: string;
  accountId: string;
  url: string;
  active: boolean;
  events: readonly string[];
  headers: readonly Header[];
  /** Sign too for a day after a rotation, so that receivers can change over without losing a delivery. */
  previousSecret?: RetiredKeys | undefined;
  /** Those before that, where rotations followed each other within the day; newest first. */
  earlierSecrets?: readonly RetiredKeys[] | undefined;
  createdAt: Date;
  updatedAt: Date;
  deactivatedReason?: DeactivatedReason | undefined;
  untold?: readonly Untold[] | undefined;
  revision: number;
}

export type DeactivatedReason = 'gone' | 'only_failures';

export interface Wanted {
  url?: string | undefined;
  active?: boolean | undefined;
  events?: readonly string[] | undefined;
  headers?: readonly Header[] | undefined;
}

export interface Refusal {
  refused: 'blank' | 'invalid' | 'blocked_address';
  pointer: string;
  detail: string;
}

/** More than any account has needed; a thousand would turn one event into a flood. */
export const MOST_WEBHOOKS = 50;
const MOST_HEADERS = 20;
const LONGEST_URL = 2_048;
const LONGEST_HEADER = 1_024;

// Ours, the connection's, or a way to speak in somebody else's name.
const RESERVED = new Set([
  'host', 'content-length', 'content-type', 'connection', 'keep-alive', 'transfer-encoding', 'te', 'trailer', 'upgrade', 'expect',
  'proxy-authorization', 'proxy-connection', 'user-agent', 'x-request-id', 'webhook-id', 'webhook-timestamp', 'webhook-signature',
  'x-webhook-signature', 'x-webhook-signature-previous', 'traceparent', 'tracestate',
]);

const TOKEN = /^[!#$%&'*+.^_`|~0-9A-Za-z-]+$/;
const FIELD = /^[\t\x20-\x7e\x80-\xff]*$/;

const headerFault = ({ name, value }: Header, signatureHeader: string): string | undefined => {
  if (!TOKEN.test(name)) return `The header name ${JSON.stringify(name)} has characters that no header name has.`;
  if (RESERVED.has(name.toLowerCase()) || name.toLowerCase() === signatureHeader.toLowerCase()) return `The header ${name} cannot be set: it is ours or the connection's.`;
  if (!FIELD.test(value) || value.trim() !== value) return `The value of ${name} has characters that no header value has.`;
  return name.length + value.length > LONGEST_HEADER ? `The header ${name} is longer than ${LONGEST_HEADER} characters.` : undefined;
};

const headerRefusals = (headers: readonly Header[], signatureHeader: string): Refusal[] => {
  if (headers.length > MOST_HEADERS) return [{ refused: 'invalid', pointer: '/data/attributes/headers', detail: `A webhook has at most ${MOST_HEADERS} headers.` }];
  return headers.flatMap((header, place) => {
    const detail = headerFault(header, signatureHeader);
    return detail === undefined ? [] : [{ refused: 'invalid' as const, pointer: `/data/attributes/headers/${place}`, detail }];
  });
};

const eventRefusals = (events: readonly string[]): Refusal[] => {
  if (events.length === 0) return [{ refused: 'blank', pointer: '/data/attributes/events', detail: 'A webhook names at least one event.' }];
  return events.flatMap((event, place) =>
    isPublicEventName(event) ? [] : [{ refused: 'invalid' as const, pointer: `/data/attributes/events/${place}`, detail: `There is no event ${event}; GET /webhooks/events lists all ${PUBLIC_EVENT_NAMES.length}.` }]);
};

/** Decides about the form of an address; where its name leads is decided at every delivery (D-47). */
export const urlRefusal = (url: string, mayUseLoopback: boolean): Refusal | undefined => {
  const pointer = '/data/attributes/url';
  if (!url.trim()) return { refused: 'blank', pointer, detail: 'A webhook has a URL.' };
  const parsed = URL.canParse(url) ? new URL(url) : undefined;
  if (!parsed || url.length > LONGEST_URL) return { refused: 'invalid', pointer, detail: 'The URL cannot be read, or is longer than 2,048 characters.' };
  if (parsed.username || parsed.password) return { refused: 'invalid', pointer, detail: 'The URL may not carry a user name or password; send them in a header.' };
  const isLoopback = /^(localhost|127(\.\d{1,3}){3}|\[::1\])$/.test(parsed.hostname);
  if (parsed.protocol === 'https:' || (parsed.protocol === 'http:' && isLoopback && mayUseLoopback)) return undefined;
  return { refused: 'blocked_address', pointer, detail: mayUseLoopback ? 'The URL is https, or http to this machine.' : 'The URL is https.' };
};

export interface Rules {
  mayUseLoopback: boolean;
  signatureHeader: string;
}

/** Everything that is wrong with what was asked for; nothing wrong is an empty list. */
export const refusalsOf = (wanted: Wanted, { mayUseLoopback, signatureHeader }: Rules, isNew: boolean): Refusal[] => {
  const url = wanted.url === undefined ? (isNew ? urlRefusal('', mayUseLoopback) : undefined) : urlRefusal(wanted.url, mayUseLoopback);
  const events = wanted.events ?? (isNew ? [] : undefined);
  return [...(url ? [url] : []), ...(events ? eventRefusals(events) : []), ...headerRefusals(wanted.headers ?? [], signatureHeader)];
};

const moved = (webhook: Webhook, now: Date, change: Partial<Webhook>): Webhook => ({ ...webhook, ...change, updatedAt: now, revision: webhook.revision + 1 });

const telling = (webhook: Webhook, event: LogOnlyEvent, at: Date): Webhook => ({ ...webhook, untold: [...(webhook.untold ?? []), { event, revision: webhook.revision, at }] });

/** Switching it on again forgets why it was off. */
export const edited = (webhook: Webhook, { url = webhook.url, active = webhook.active, events = webhook.events, headers = webhook.headers }: Wanted, now: Date): Webhook =>
  moved(webhook, now, { url, active, events: [...new Set(events)], headers, deactivatedReason: active ? undefined : webhook.deactivatedReason });

/** Each live key is one more signature in a header, and headers have limits. */
export const MOST_KEYS = 10;

const retired = ({ previousSecret, earlierSecrets = [] }: Webhook, now: Date): RetiredKeys[] =>
  [...(previousSecret ? [previousSecret] : []), ...earlierSecrets].filter(({ until }) => until > now);

/** All that sign now, the current ones first. */
export const liveKeys = (webhook: Webhook, now: Date): SealedKeys[] => [webhook, ...retired(webhook, now)];

export const mayRotate = (webhook: Webhook, now: Date): boolean => liveKeys(webhook, now).length < MOST_KEYS;

/** The new keys sign from now on; the old ones sign beside them for a while (D-45). */
export const rotated = (webhook: Webhook, keys: SealedKeys, now: Date, overlapMs: number): Webhook =>
  telling(
    moved(webhook, now, { ...keys, previousSecret: { secret: webhook.secret, pair: webhook.pair, until: new Date(now.getTime() + overlapMs) }, earlierSecrets: retired(webhook, now) }),
    'webhook.secret_rotated',
    now,
  );

/** Not its owner's doing, so it is not edited by that. */
export const withPair = (webhook: Webhook, pair: SealedPair): Webhook => ({ ...webhook, pair, revision: webhook.revision + 1 });

export const deactivated = (webhook: Webhook, deactivatedReason: DeactivatedReason, now: Date): Webhook =>
  telling(moved(webhook, now, { active: false, deactivatedReason }), 'webhook.deactivated', now);

/** Does this webhook want to hear of the event? */
export const hears = ({ active, events }: Webhook, event: string): boolean => active && events.includes(event);
