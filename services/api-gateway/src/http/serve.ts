import type { Principal } from '@landfall/contracts/gen/oauth/v1/oauth';
import { problem } from '@landfall/kit/problem';
import { currentCall } from '@landfall/kit/trace';
import type { Request, RequestHandler, Response } from 'express';
import type { Filling, Packed } from '../app/edge-cache.js';
import type { Claim, KeptAnswer } from '../app/ports.js';
import { readIfMatch } from '../domain/entity-tag.js';
import { JSON_API, mayAnswer } from '../domain/negotiate.js';
import { readQueryString } from '../domain/query-string.js';
import { render, type Asked, type Rendered } from './answer.js';
import { authenticate, requireScope } from './credential.js';
import type { Gateway } from './gateway.js';
import { claimKey } from './idempotency.js';
import { checkedParameters, parameterProblem } from './problems.js';
import { readBytes, readInput } from './read-body.js';
import { readQuery } from './read-query.js';
import { renderRefusal } from './refusal.js';
import { typeOf, type Answer, type Call, type Route } from './route.js';
import { packing, sendBytes, sendRead } from './send.js';

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[1-8][0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/i;
const LOOSE = /^[\w:%.-]{1,150}$/;

/** Types whose changes the bus tells us, and places, which change with a deployment only. */
const CACHEABLE = new Set(['container', 'shipment', 'tracking_request', 'transport_event', 'raw_event', 'port', 'metro_area', 'terminal', 'rail_terminal', 'shipping_line']);

const offeredBy = ({ gives }: Route): string[] => {
  if (gives === 'nothing') return [JSON_API];
  if ('stream' in gives) return [gives.stream];
  return 'bare' in gives ? [gives.contentType ?? 'application/json', JSON_API] : [JSON_API];
};

// An id that cannot be one of ours is missing, like any other that is not there.
const readParams = (req: Request, route: Route): Record<string, string> => {
  const params = req.params as Record<string, string>;
  for (const [name, value] of Object.entries(params)) {
    const isFine = route.looseIds?.includes(name) === true ? LOOSE.test(value) : UUID.test(value);
    if (!isFine) throw problem('not_found', `There is no such ${name === 'id' ? 'record' : name.replace('_id', '')}.`);
  }
  return params;
};

const readAsked = (gateway: Gateway, req: Request, route: Route, accountId: string): Asked => {
  const [path = '', ...rest] = req.originalUrl.split('?');
  const search = rest.length === 0 ? '' : `?${rest.join('?')}`;
  const { parameters, faults } = readQueryString(search.slice(1));
  const extras = Object.keys(route.extras?.shape ?? {});
  const read = readQuery(parameters, { type: typeOf(route), include: route.include, includeAlso: route.includeAlso, list: route.list, extras }, gateway.now());
  const all = [...faults, ...read.faults];
  if (all.length > 0) throw parameterProblem(all);
  return { accountId, origin: gateway.origin, base: `${gateway.origin}${path}`, search, parameters, query: read.query };
};

interface Asking {
  readonly gateway: Gateway;
  readonly route: Route;
  readonly req: Request;
  readonly res: Response;
  readonly principal: Principal;
}

const callOf = ({ gateway, route, req, res, principal }: Asking, asked: Asked, params: Record<string, string>, body: unknown): Call => ({
  principal,
  accountId: principal.accountId,
  params,
  query: asked.query,
  extras: route.extras === undefined ? {} : checkedParameters(route.extras, asked.query.extras),
  body,
  expectedRevision: undefined,
  requestId: currentCall()?.requestId ?? '',
  count: (cost) => gateway.counter.count(res, principal, route.bucket ?? 'other', cost),
  lastEventId: req.get('last-event-id'),
});

/** If-Match: owners that know revisions compare in the write itself; for the others the record is read first. */
const withPrecondition = async (route: Route, req: Request, call: Call): Promise<Call> => {
  const wanted = route.method === 'patch' ? readIfMatch(req.get('if-match')) : ({ kind: 'none' } as const);
  const lost = () => problem('precondition_failed', 'The record is not the version named by If-Match.', { header: 'If-Match' });
  if (wanted.kind === 'impossible') throw lost();
  if (wanted.kind !== 'revision') return call;
  if (route.current === undefined) return { ...call, expectedRevision: wanted.revision };
  const { revision } = await route.current(call);
  if (revision !== wanted.revision) throw lost();
  return call;
};

const stream = async ({ gateway, res, principal }: Asking, answer: Extract<Answer, { is: 'stream' }>): Promise<void> => {
  const gone = new AbortController();
  res.once('close', () => gone.abort());
  // A key that is revoked stops reading at once, and not when the reader next comes (D-50).
  const held = gateway.principals.hold(principal);
  try {
    await answer.pour(res, AbortSignal.any([gone.signal, gateway.stopping, held.signal]));
  } finally {
    held.release();
  }
};

const keepAtEdge = (filling: Filling | undefined, rendered: Rendered, packed: Packed): void => {
  const isTold = rendered.records.every((record) => CACHEABLE.has(record.slice(0, record.indexOf(':'))));
  if (isTold) filling?.keep({ body: rendered.body, packed, contentType: rendered.contentType, tag: rendered.tag, cacheControl: rendered.cacheControl }, rendered.records);
};

const read = async (asking: Asking): Promise<void> => {
  const { gateway, route, req, res, principal } = asking;
  const params = readParams(req, route);
  const asked = readAsked(gateway, req, route, principal.accountId);
  const filling = route.isCached === true ? gateway.cache.begin(principal.accountId, req.originalUrl) : undefined;
  const answer = await route.handle(callOf(asking, asked, params, undefined));
  if (answer.is === 'stream') return stream(asking, answer);
  const rendered = await render(route, gateway.loaders, asked, answer);
  const packed = packing(rendered.body);
  keepAtEdge(filling, rendered, packed);
  if (await sendRead(req, res, { ...rendered, packed })) gateway.counter.uncount(principal, route.bucket ?? 'other');
};

/** 429 and our own faults may end otherwise next time, so an Idempotency-Key does not freeze them. */
const isFinal = (status: number): boolean => status < 500 && status !== 429;

/** What is done is done: an answer that could not be kept is given all the same. */
const settle = async ({ log }: Gateway, claim: Claim | undefined, answer: KeptAnswer): Promise<void> => {
  if (claim?.is !== 'first') return;
  const settling = isFinal(answer.status) ? claim.keep(answer) : claim.release();
  await settling.catch((error: unknown) => log.warn({ err: error }, 'idempotency.not_kept'));
};

const headersOf = ({ contentType, tag, location, cacheControl, status }: Rendered): Record<string, string> => ({
  ...(status !== 204 && { 'Content-Type': contentType }),
  ...(tag !== '' && { ETag: tag }),
  ...(location !== undefined && { Location: location }),
  'Cache-Control': cacheControl,
});

const act = async (asking: Asking, asked: Asked, params: Record<string, string>, bytes: Buffer): Promise<Rendered> => {
  const { gateway, route, req, principal } = asking;
  const call = await withPrecondition(route, req, callOf(asking, asked, params, readInput(req, bytes, route.body, params['id'])));
  const touched = route.touches?.(call) ?? [];
  const forget = () => touched.forEach((record) => gateway.cache.drop(principal.accountId, record));
  try {
    const answer = await route.handle(call);
    if (answer.is === 'stream') throw new Error(`${route.name} writes and streams.`);
    // Once before the answer is shaped, so that nobody fills the cache from a read that began before the write.
    forget();
    return await render(route, gateway.loaders, asked, answer);
  } finally {
    forget();
  }
};

const write = async (asking: Asking): Promise<void> => {
  const { gateway, route, req, res, principal } = asking;
  const params = readParams(req, route);
  const bytes = await readBytes(req, res);
  const given = route.method === 'delete' ? undefined : req.get('idempotency-key');
  const claim = await claimKey(gateway.idempotency, given, { accountId: principal.accountId, method: route.method, url: req.originalUrl, body: bytes });
  if (claim?.is === 'done') return sendBytes(res, claim.answer.status, { ...claim.answer.headers, 'Idempotent-Replayed': 'true' }, claim.answer.body);
  try {
    const rendered = await act(asking, readAsked(gateway, req, route, principal.accountId), params, bytes);
    const headers = headersOf(rendered);
    await settle(gateway, claim, { status: rendered.status, headers, body: rendered.body });
    if (rendered.status === 204) return void res.writeHead(204, headers).end();
    return sendBytes(res, rendered.status, headers, rendered.body);
  } catch (error) {
    await settle(gateway, claim, renderRefusal(res, error));
    throw error;
  }
};

/** One route, from the credential to the bytes. */
export const serve = (gateway: Gateway, route: Route): RequestHandler => async (req, res) => {
  const principal = await authenticate(req, gateway.principals);
  res.locals['accountId'] = principal.accountId;
  await gateway.counter.count(res, principal, route.bucket ?? 'other');
  requireScope(principal, route.scope);
  if (!mayAnswer(req.get('accept'), offeredBy(route))) throw problem('not_acceptable', `This answers ${offeredBy(route).join(' or ')}.`, { header: 'Accept' });
  const asking: Asking = { gateway, route, req, res, principal };
  await (route.method === 'get' ? read(asking) : write(asking));
};
