import { Router, type Request, type Response } from 'express';
import type { App } from '../app/index.js';
import type { EventsAnswer } from '../app/ask-events.js';
import type { Fault } from '../domain/fault.js';
import { misspelt, shaped } from '../domain/distort.js';
import { normalisedNumber } from '../domain/asked-number.js';
import { parseQuery, REFERENCE_NAMES, type Given } from '../domain/query.js';
import type { Cursor, PageOf } from '../domain/page.js';
import { accountOf } from './account.js';
import { questionMark, readCursor, writeCursor } from './cursor.js';
import { sendDcsaError } from './dcsa-error.js';
import { refuse, sendBody } from './misbehave.js';

const givenIn = (req: Request): Given => [...new URL(req.originalUrl, 'http://sandbox').searchParams];

const linkTo = (req: Request, cursor: Cursor): string => {
  const url = new URL(req.originalUrl, `${req.protocol}://${req.get('host') ?? 'localhost'}`);
  url.searchParams.set('cursor', writeCursor(cursor));
  return url.href;
};

/** The published interface names one header for the next page, the conformance suite reads another; both are sent. */
const setPaging = (req: Request, res: Response, page: PageOf<unknown>, faults: readonly Fault[]): void => {
  if (faults.includes('full_page_without_cursor')) return;
  const { first, current, previous, last } = page;
  const next = faults.includes('cursor_repeated') ? current : page.next;
  const links = { 'First-Page': first, 'Current-Page': current, 'Prev-Page': previous, 'Next-Page': next, 'Last-Page': last };
  for (const [name, cursor] of Object.entries(links)) if (cursor) res.setHeader(name, linkTo(req, cursor));
  if (next) res.setHeader('Next-Page-Cursor', writeCursor(next));
};

type Answering = { req: Request; res: Response; faults: readonly Fault[]; now: Date };

const sendAnswer = ({ req, res, faults, now }: Answering, answer: EventsAnswer): void => {
  res.setHeader('API-Version', '2.2.0');
  switch (answer.kind) {
    case 'unknown':
      if (faults.includes('empty_instead_of_404')) return sendBody(faults, res, []);
      return sendDcsaError(req, res, 404, [{ reason: 'notFound', message: 'No shipment of ours has this reference.' }], now);
    case 'refused':
      return sendDcsaError(req, res, 400, [{ reason: 'invalidParameter', message: 'The reference is not one of ours.' }], now);
    case 'empty':
      return sendBody(faults, res, shaped([], faults));
    case 'fault':
      if (answer.fault === 'unavailable') return sendDcsaError(req, res, 503, [{ reason: 'unavailable', message: 'The carrier is down for a moment.' }], now);
      return sendBody(['truncated'], res, [{ eventID: '5f0c2a8e-8d0b-4b52-9a41-2f6f0e8b7a10', eventType: 'EQUIPMENT' }]);
    case 'page':
      // Who tells events tells up to when: a reader then need not ask for the clock beside them.
      res.setHeader('Sandbox-Now', answer.now.toISOString());
      setPaging(req, res, answer.page, faults);
      return sendBody(faults, res, shaped(misspelt(answer.page.items, faults), faults));
  }
};

const OPERATOR_IN_VALUE = /^(gte|gt|lte|lt|eq):(.*)$/;

/** The dialect that writes operators before the value is read as if it wrote them behind the name. */
const inOurDialect = (given: Given, faults: readonly Fault[]): Given => {
  if (!faults.includes('operator_in_value')) return given;
  return given.map(([name, value]) => {
    const [, operator, rest] = OPERATOR_IN_VALUE.exec(value) ?? [];
    if (name === 'eventCreatedDateTime' && operator !== undefined) return [`${name}:${operator}`, rest ?? ''] as const;
    return [name.replace(/^(eventCreatedDateTime):/, '$1 '), value] as const;
  });
};

const numbersIn = (given: Given): string[] => given.filter(([name]) => REFERENCE_NAMES.includes(name)).map(([, value]) => normalisedNumber(value));

type Doors = { app: App; now: () => Date };

export const eventRoutes = ({ app, now }: Doors): Router =>
  Router().get('/v2/events', async (req, res) => {
    const asked = givenIn(req);
    const account = accountOf(req);
    const faults = app.faults.take(account, numbersIn(asked));
    const cursored = asked.some(([name]) => name === 'cursor');
    if (refuse(faults, req, res, cursored, now())) return;

    const given = inOurDialect(asked, faults);
    const parsed = parseQuery(given);
    if (!parsed.ok) return sendDcsaError(req, res, 400, parsed.faults.map(({ parameter, message }) => ({ reason: `invalidQuery:${parameter}`, message })), now());
    const question = questionMark(given);
    const cursor = parsed.query.cursor === undefined ? null : readCursor(parsed.query.cursor);
    const foreign = parsed.query.cursor !== undefined && cursor?.question !== question;
    if (foreign) return sendDcsaError(req, res, 400, [{ reason: 'invalidQuery:cursor', message: 'The cursor belongs to another question, or to none.' }], now());
    sendAnswer({ req, res, faults, now: now() }, await app.askEvents({ account, query: parsed.query, question, cursor, faults }));
  });
