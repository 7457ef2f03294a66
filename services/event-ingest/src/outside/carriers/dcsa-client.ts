import type { CarrierAnswer, Carriers } from '../../app/ports.js';
import { eventsOf } from '../../domain/carrier-body.js';
import type { CarrierProfile } from '../../domain/carrier-profile.js';
import { textAt } from '../../domain/json.js';
import { askPage, type AskPage, type Budget, type Page, type Remaining } from './ask-page.js';
import type { Authoriser } from './authorise.js';
import { boundedFetch } from './bounded-fetch.js';
import { nextPage } from './next-page.js';
import { questionUrl, withBound } from './question.js';

type Read = { texts: string[]; pages: unknown[]; headers?: Headers };
type Trouble = Exclude<CarrierAnswer, { kind: 'pages' }>;
type Outcome = { kind: 'read'; read: Read } | Trouble;

const DAY_MS = 86_400_000;

// A window of one minute that is still full will not get any clearer by halving.
const SMALLEST_WINDOW_MS = 60_000;

const lie = (detail: string): Trouble => ({ kind: 'fault', reason: 'unrecognized_response', detail });

const countOf = (profile: CarrierProfile, page: Extract<Page, { kind: 'page' }>): number => eventsOf(page.body, profile.body)?.length ?? 0;

/** Takes one page off what is left; a flood ends here and not in our memory. */
const spend = (remaining: Remaining, page: Extract<Page, { kind: 'page' }>): void => {
  remaining.pages -= 1;
  remaining.bytes -= page.text.length;
};

const keep = (read: Read, { text, body, headers }: Extract<Page, { kind: 'page' }>): void => {
  read.texts.push(text);
  read.pages.push(body);
  read.headers = headers;
};

/** The number was known on the first page: a cursor that is taken back later says nothing about the number. */
const midway = (trouble: Trouble): Trouble => (trouble.kind === 'refused' || trouble.kind === 'absent' ? lie('The carrier took its cursor back before the last page.') : trouble);

/** Follows the pages of one question. Half an answer is none: a fault on page three forgets pages one and two. */
const follow = async (profile: CarrierProfile, ask: AskPage, first: URL, remaining: Remaining): Promise<Outcome> => {
  const read: Read = { texts: [], pages: [] };
  const asked = new Set<string>();
  let url: URL | null = first;
  while (url !== null) {
    if (remaining.pages <= 0 || remaining.bytes <= 0) return lie('The carrier sends more pages than one number can have.');
    asked.add(url.href);
    const page = await ask(url, remaining);
    if (page.kind !== 'page') return read.pages.length === 0 ? page : midway(page);
    spend(remaining, page);
    keep(read, page);
    const next = nextPage(profile, page.headers, url);
    if (next.kind === 'elsewhere') return lie(`The next page is said to be at another host (${next.host}).`);
    // A cursor that comes back leads in a circle: what it would bring has been read.
    url = next.kind === 'next' && !asked.has(next.url.href) ? next.url : null;
  }
  return { kind: 'read', read };
};

/** Without a cursor: a window that comes back full may hide something, so it is halved until none is full. */
const windows = async (profile: CarrierProfile, ask: AskPage, first: URL, remaining: Remaining, now: Date): Promise<Outcome> => {
  const { paging, page: limit } = profile;
  if (paging.kind !== 'window' || !limit) return follow(profile, ask, first, remaining);
  const read: Read = { texts: [], pages: [] };
  const part = async (from: number | null, to: number): Promise<Trouble | null> => {
    if (remaining.pages <= 0) return lie('The carrier sends more pages than one number can have.');
    const since = from === null ? first : withBound(profile, first, paging.field, 'gte', new Date(from).toISOString());
    const url = from === null ? since : withBound(profile, since, paging.field, 'lt', new Date(to).toISOString());
    const page = await ask(url, remaining);
    if (page.kind !== 'page') return page;
    spend(remaining, page);
    const begin = from ?? to - paging.days * DAY_MS;
    if (countOf(profile, page) < limit.size || to - begin <= SMALLEST_WINDOW_MS) {
      keep(read, page);
      return null;
    }
    const middle = Math.floor((begin + to) / 2);
    return (await part(begin, middle)) ?? (await part(middle, to));
  };
  const trouble = await part(null, now.getTime() + DAY_MS);
  return trouble ?? { kind: 'read', read };
};

// Far longer than any journey and its papers.
const CUT_DAYS = 400;

/** An only page that is full to the brim may be one whose cursor was forgotten; whoever led us on before knows where it ends. */
const mayBeCut = (profile: CarrierProfile, { pages }: Read): boolean => {
  const [only, ...others] = pages;
  const count = eventsOf(only, profile.body)?.length ?? 0;
  return profile.page !== null && profile.operatorStyle !== 'none' && others.length === 0 && count >= profile.page.size;
};

const asked = async (profile: CarrierProfile, ask: AskPage, first: URL, remaining: Remaining, now: Date): Promise<Outcome> => {
  if (profile.paging.kind === 'window') return windows(profile, ask, first, remaining, now);
  const outcome = await follow(profile, ask, first, remaining);
  if (outcome.kind !== 'read' || !mayBeCut(profile, outcome.read)) return outcome;
  const whole = await windows({ ...profile, paging: { kind: 'window', field: 'eventCreatedDateTime', days: CUT_DAYS } }, ask, first, remaining, now);
  // Whoever cannot be asked for windows has told what it tells.
  return whole.kind === 'read' ? whole : outcome;
};

const timeIn = (text: string | null): Date | null => {
  const told = new Date(text ?? Number.NaN);
  return Number.isNaN(told.getTime()) ? null : told;
};

const sourceNow = ({ clock }: CarrierProfile, headers: Headers | undefined): { sourceNow?: Date } => {
  const told = clock.kind === 'remote' ? timeIn(headers?.get(clock.header) ?? null) : null;
  return told ? { sourceNow: told } : {};
};

const concluded = (profile: CarrierProfile, outcome: Outcome): CarrierAnswer => {
  if (outcome.kind !== 'read') return outcome;
  const { pages, texts, headers } = outcome.read;
  const empty = pages.every((page) => eventsOf(page, profile.body)?.length === 0);
  // Where an unknown number is a 404, an empty list is a number that is known and has no events yet.
  return empty ? { kind: 'absent', known: profile.notFound === 'status', detail: 'The carrier has no events for the number.' } : { kind: 'pages', texts, pages, ...sourceNow(profile, headers) };
};

type Options = { profiles: ReadonlyMap<string, CarrierProfile>; authorise: Authoriser; budget: Budget; now: () => Date };

/** The one client for every carrier that speaks DCSA Track & Trace; what differs is in the profile. */
export const dcsaCarriers = ({ profiles, authorise, budget, now }: Options): Carriers => ({
  profile: (scac) => profiles.get(scac) ?? null,

  ask: async (profile, credential, type, number) => {
    const ask = askPage(profile, credential, authorise, budget, now);
    const remaining: Remaining = { until: now().getTime() + budget.totalMs, bytes: budget.bytes, pages: budget.pages };
    return concluded(profile, await asked(profile, ask, questionUrl(profile, type, number), remaining, now()));
  },

  clock: async ({ clock }) => {
    if (clock.kind === 'wall') return now();
    const answer = await boundedFetch(clock.url, {}, { timeoutMs: budget.timeoutMs, bytes: 65_536 });
    if (!answer.ok || answer.status !== 200) return null;
    try {
      return timeIn(textAt(JSON.parse(answer.text), clock.field) ?? null);
    } catch {
      return null;
    }
  },
});
