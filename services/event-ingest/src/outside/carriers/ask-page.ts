import type { CarrierAnswer, CredentialValues } from '../../app/ports.js';
import type { CarrierProfile } from '../../domain/carrier-profile.js';
import type { Authoriser } from './authorise.js';
import { boundedFetch, type Fetched } from './bounded-fetch.js';

export type Page = { kind: 'page'; text: string; body: unknown; headers: Headers } | Exclude<CarrierAnswer, { kind: 'pages' }>;

export type Budget = { timeoutMs: number; totalMs: number; bytes: number; pages: number };

/** What is left for one answer, whatever the number of pages it comes in. */
export type Remaining = { until: number; bytes: number; pages: number };

const fault = (reason: 'shipping_line_unreachable' | 'unrecognized_response', detail: string): Page => ({ kind: 'fault', reason, detail });

/** Seconds or a date; nonsense reads as no wish. */
export const retryAfterMs = (header: string | null, now: Date): number | undefined => {
  if (header === null) return undefined;
  const ms = /^\d+$/.test(header.trim()) ? Number(header) * 1_000 : Date.parse(header) - now.getTime();
  return Number.isFinite(ms) && ms >= 0 ? ms : undefined;
};

const fromStatus = (status: number, headers: Headers, now: Date): Page => {
  if (status === 404) return { kind: 'absent', known: false, detail: 'The carrier does not know the number.' };
  if (status === 429) return { kind: 'throttled', detail: 'The carrier asks for fewer questions.', retryAfterMs: retryAfterMs(headers.get('retry-after'), now) };
  if (status === 503 && headers.has('retry-after')) return { kind: 'throttled', detail: 'The carrier is closed for a while.', retryAfterMs: retryAfterMs(headers.get('retry-after'), now) };
  if (status === 401 || status === 403) return fault('shipping_line_unreachable', `The carrier refused the credential (${status}).`);
  if (status === 400 || status === 422) return { kind: 'refused', reason: 'invalid_number', detail: `The carrier refused the number (${status}).` };
  return fault(status >= 500 ? 'shipping_line_unreachable' : 'unrecognized_response', `The carrier answered ${status}.`);
};

const read = (fetched: Fetched, now: Date): Page => {
  if (!fetched.ok) return fault(fetched.why === 'too_large' ? 'unrecognized_response' : 'shipping_line_unreachable', fetched.detail);
  const { status, headers, text } = fetched;
  if (status === 204) return { kind: 'page', text: '[]', body: [], headers };
  // 206 belongs to gateways that answer with ranges; the body is the same.
  if (status !== 200 && status !== 206) return fromStatus(status, headers, now);
  try {
    return { kind: 'page', text, body: JSON.parse(text) as unknown, headers };
  } catch {
    return fault('unrecognized_response', `The answer is not JSON (${text.length} characters).`);
  }
};

export type AskPage = (url: URL, remaining: Remaining) => Promise<Page>;

/** One page, with a token that is renewed once when the carrier no longer takes it. */
export const askPage = (profile: CarrierProfile, values: CredentialValues, authorise: Authoriser, budget: Budget, now: () => Date): AskPage => {
  const once = async (url: URL, remaining: Remaining): Promise<Page & { status?: number }> => {
    const authorised = await authorise.headersFor(profile.auth, values);
    if (!authorised.ok) return fault('shipping_line_unreachable', authorised.detail);
    const timeoutMs = Math.max(1, Math.min(budget.timeoutMs, remaining.until - now().getTime()));
    const headers = { accept: 'application/json', ...profile.headers, ...authorised.headers };
    const fetched = await boundedFetch(url, { headers }, { timeoutMs, bytes: remaining.bytes });
    return { ...read(fetched, now()), ...(fetched.ok ? { status: fetched.status } : {}) };
  };
  return async (url, remaining) => {
    const { status, ...page } = await once(url, remaining);
    if (status !== 401) return page as Page;
    authorise.forget(profile.auth, values);
    const { status: _second, ...again } = await once(url, remaining);
    return again as Page;
  };
};
