import { Router, type Request, type Response } from 'express';
import type { App } from '../app/index.js';
import type { EventsAnswer } from '../app/ask-events.js';
import { parseQuery, type Given } from '../domain/query.js';
import type { Cursor, PageOf } from '../domain/page.js';
import { accountOf } from './account.js';
import { questionMark, readCursor, writeCursor } from './cursor.js';
import { sendDcsaError } from './dcsa-error.js';

const givenIn = (req: Request): Given => [...new URL(req.originalUrl, 'http://sandbox').searchParams];

const linkTo = (req: Request, cursor: Cursor): string => {
  const url = new URL(req.originalUrl, `${req.protocol}://${req.get('host') ?? 'localhost'}`);
  url.searchParams.set('cursor', writeCursor(cursor));
  return url.href;
};

/** The published interface names one header for the next page, the conformance suite reads another; both are sent. */
const setPaging = (req: Request, res: Response, { first, current, previous, next, last }: PageOf<unknown>): void => {
  const links = { 'First-Page': first, 'Current-Page': current, 'Prev-Page': previous, 'Next-Page': next, 'Last-Page': last };
  for (const [name, cursor] of Object.entries(links)) if (cursor) res.setHeader(name, linkTo(req, cursor));
  if (next) res.setHeader('Next-Page-Cursor', writeCursor(next));
};

const sendAnswer = (req: Request, res: Response, answer: EventsAnswer, now: () => Date): void => {
  res.setHeader('API-Version', '2.2.0');
  switch (answer.kind) {
    case 'unknown':
      return sendDcsaError(req, res, 404, [{ reason: 'notFound', message: 'No shipment of ours has this reference.' }], now());
    case 'refused':
      return sendDcsaError(req, res, 400, [{ reason: 'invalidParameter', message: 'The reference is not one of ours.' }], now());
    case 'empty':
      return void res.json([]);
    case 'fault':
      if (answer.fault === 'unavailable') return sendDcsaError(req, res, 503, [{ reason: 'unavailable', message: 'The carrier is down for a moment.' }], now());
      // A gateway that cuts its own answer: the header promises JSON and the body is half of one.
      return void res.type('json').end('[{"eventID":"5f0c2a8e-8d0b-4b52-9a41-2f6f0e8b7a10","eventTy');
    case 'page':
      setPaging(req, res, answer.page);
      return void res.json(answer.page.items);
  }
};

type Doors = { app: App; now: () => Date };

export const eventRoutes = ({ app, now }: Doors): Router =>
  Router().get('/v2/events', async (req, res) => {
    const given = givenIn(req);
    const parsed = parseQuery(given);
    if (!parsed.ok) return sendDcsaError(req, res, 400, parsed.faults.map(({ parameter, message }) => ({ reason: `invalidQuery:${parameter}`, message })), now());
    const question = questionMark(given);
    const cursor = parsed.query.cursor === undefined ? null : readCursor(parsed.query.cursor);
    const foreign = parsed.query.cursor !== undefined && cursor?.question !== question;
    if (foreign) return sendDcsaError(req, res, 400, [{ reason: 'invalidQuery:cursor', message: 'The cursor belongs to another question, or to none.' }], now());
    const answer = await app.askEvents({ account: accountOf(req), query: parsed.query, question, cursor });
    sendAnswer(req, res, answer, now);
  });
