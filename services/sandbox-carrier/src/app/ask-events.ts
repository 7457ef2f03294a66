import type { DcsaEvent } from '../domain/dcsa-event.js';
import { multiplied } from '../domain/distort.js';
import type { Fault } from '../domain/fault.js';
import { pageOf, type Cursor, type PageOf } from '../domain/page.js';
import { matches, sorted, type Query } from '../domain/query.js';
import type { Ports } from './ports.js';
import { eventsOf, latest, open, timeOf, type Cast, type Told } from './tell-journeys.js';

export type EventsAnswer = Exclude<Told, { kind: 'journey' }> | { kind: 'page'; page: PageOf<DcsaEvent>; now: Date };

export type Asking = { account: string; query: Query; question: string; cursor: Cursor | null; faults: readonly Fault[] };

/** Several references are all demanded: they must lead to one journey, and to one box of it. */
const together = (told: readonly Told[]): Told => {
  const [first] = told;
  const other = told.find(({ kind }) => kind !== 'journey');
  if (!first || other) return other ?? { kind: 'unknown' };
  const journeys = told.flatMap((one) => (one.kind === 'journey' ? [one] : []));
  const numbers = new Set(journeys.map(({ known }) => known.journey.number));
  const container = journeys.find((one) => one.container !== undefined)?.container;
  return numbers.size > 1 || first.kind !== 'journey' ? { kind: 'unknown' } : { kind: 'journey', known: first.known, ...(container ? { container } : {}) };
};

export const askEvents = (ports: Ports, cast: Cast) => async ({ account, query, question, cursor, faults }: Asking): Promise<EventsAnswer> => {
  const asOf = await timeOf(ports, account);
  const current: Cursor = cursor ?? { offset: 0, question, now: asOf.getTime() };
  const { bill, booking, container } = query.references;
  const references = [...new Set([bill, booking, container].filter((reference) => reference !== undefined))];
  const told = await Promise.all(references.map((reference) => open(ports, cast, account, reference, asOf)));
  const one = references.length === 0 ? null : together(told);
  if (one && one.kind !== 'journey') return one;
  // Day 0 is the moment of asking, so a journey that began just now is told as of its beginning.
  const moment = one ? Math.max(current.now, cursor ? 0 : one.known.journey.startedAt.getTime()) : current.now;
  const known = one ? [one.known] : await latest(ports, cast, account);
  const found = known.flatMap((each) => eventsOf(each, new Date(moment))).filter((event) => matches(event, query, one?.container));
  return { kind: 'page', now: new Date(Math.max(moment, asOf.getTime())), page: pageOf(sorted(multiplied(found, faults), query.sort), query.limit, { ...current, now: moment }) };
};
