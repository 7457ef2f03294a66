import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import type { Principal } from '@landfall/contracts/gen/oauth/v1/oauth';
import { requestIdFrom } from '@landfall/kit/http';
import type { CachedAnswer } from '../app/edge-cache.js';
import { isNoneMatch } from '../domain/entity-tag.js';
import { credentialOf, holds } from './credential.js';
import type { Gateway } from './gateway.js';
import { setCommonHeaders } from './headers.js';
import { observeAnswer } from './observed.js';
import { renderRefusal } from './refusal.js';
import { sendBytes, sendRead } from './send.js';

/** What clients send when they mean JSON; anything more subtle takes the long way. */
const PLAIN_ACCEPTS = new Set([undefined, '*/*', 'application/json', 'application/vnd.api+json', 'application/json, text/plain, */*']);

interface Hit {
  readonly principal: Principal;
  readonly answer: CachedAnswer;
}

const lookUp = ({ principals, cache }: Gateway, req: IncomingMessage): Hit | undefined => {
  if (req.method !== 'GET' || !PLAIN_ACCEPTS.has(req.headers.accept)) return undefined;
  const credential = credentialOf(req);
  const principal = credential === undefined ? undefined : principals.remembered(credential);
  if (principal === undefined || !holds(principal.scopes, 'read')) return undefined;
  const named = req.headers['x-account-id'];
  if (named !== undefined && named !== principal.accountId) return undefined;
  const answer = cache.find(principal.accountId, req.url ?? '');
  return answer === undefined ? undefined : { principal, answer };
};

const answerHit = async (gateway: Gateway, req: IncomingMessage, res: ServerResponse, { principal, answer }: Hit): Promise<void> => {
  const beganAt = performance.now();
  setCommonHeaders(gateway.corsOrigins, req, res);
  res.setHeader('X-Request-Id', requestIdFrom(req.headers['x-request-id']));
  if (isNoneMatch(req.headers['if-none-match'], answer.tag)) {
    // 304 answers do not count (D-10).
    gateway.counter.tell(res, principal, 'other');
  } else {
    await gateway.counter.count(res, principal, 'other');
  }
  await sendRead(req, res, answer);
  observeAnswer('GET', 'edge', res.statusCode, performance.now() - beganAt);
  gateway.log.debug({ method: 'GET', status: res.statusCode, account_id: principal.accountId, edge: true }, 'http.answered');
};

/** Answers repeated reads before the framework is entered; everything else goes the long way (decision 4 of the house). */
export const edge = (gateway: Gateway, app: RequestListener): RequestListener => (req, res) => {
  const hit = lookUp(gateway, req);
  if (hit === undefined) return app(req, res);
  return void answerHit(gateway, req, res, hit).catch((error: unknown) => {
    const { status, headers, body } = renderRefusal(res, error);
    const retryAfter = (error as { more?: { meta?: Record<string, unknown> } }).more?.meta?.['retry_after'];
    sendBytes(res, status, { ...headers, ...(retryAfter !== undefined && { 'Retry-After': String(retryAfter) }) }, body);
  });
};
