import type { ServerResponse } from 'node:http';
import { problemRenderer, requestContext } from '@landfall/kit/http';
import type { Log } from '@landfall/kit/log';
import { problem } from '@landfall/kit/problem';
import { createMcpHandler } from '@modelcontextprotocol/server';
import express, { type Express, type Request, type RequestHandler } from 'express';
import type { Principal } from '@landfall/contracts/gen/oauth/v1/oauth';
import { serverFor } from '../mcp/server.js';
import type { Session } from '../mcp/session.js';
import { credentialGate, principalIn, type Gate } from './credential.js';
import { exchange, type McpRequest } from './exchange.js';
import type { Count } from './limits.js';
import { originGuard, type Allowed } from './origin-guard.js';

export interface Door extends Gate {
  readonly allowed: Allowed;
  readonly count: Count;
  readonly sessionOf: (principal: Principal) => Session;
  readonly log: Log;
}

/** What stands behind the door: everything in front of it is the same, whatever answers. */
export interface Answering {
  readonly answer: (req: McpRequest, res: ServerResponse) => Promise<void>;
  readonly close: () => Promise<void>;
}

export type Answers = (door: Pick<Door, 'sessionOf' | 'log'>) => Answering;

/** Tools take ids and short texts; nothing that is asked of them is long. */
const MOST_BYTES = 1_048_576;

const PATHS = ['/mcp', '/api/mcp'];

const ALLOWED = 'Authorization, Content-Type, Accept, MCP-Protocol-Version, Mcp-Method, Mcp-Name, Mcp-Session-Id, Last-Event-ID, X-Request-Id, traceparent, tracestate';

/** One wide line for each answer; never a body, never a credential. */
const watched = (log: Log): RequestHandler => (req, res, next) => {
  const beganAt = performance.now();
  res.once('close', () => log.info({ method: req.method, route: req.path, status: res.statusCode, account_id: res.locals['accountId'] as unknown, request_id: res.getHeader('X-Request-Id'), duration_ms: Math.round(performance.now() - beganAt) }, 'http.answered'));
  next();
};

/** The origin guard has let the page in by now; browsers want it said. */
const forBrowsers: RequestHandler = (req, res, next) => {
  res.setHeader('Vary', 'Origin, Authorization, Accept');
  if (req.headers.origin !== undefined) {
    res.setHeader('Access-Control-Allow-Origin', req.headers.origin);
    res.setHeader('Access-Control-Expose-Headers', 'WWW-Authenticate, X-Request-Id, RateLimit, RateLimit-Policy, Retry-After');
  }
  if (req.method !== 'OPTIONS') return next();
  res.writeHead(204, { 'Access-Control-Allow-Methods': 'POST, OPTIONS', 'Access-Control-Allow-Headers': ALLOWED, 'Access-Control-Max-Age': 600 }).end();
};

/** Stateless: there is no stream to open and no session to end. */
const postOnly: RequestHandler = (req, res, next) => {
  if (req.method === 'POST') return next();
  res.setHeader('Allow', 'POST, OPTIONS');
  throw problem('method_not_allowed', 'The tool server answers POST only.');
};

const principals = new WeakMap<object, Principal>();

// The credential itself goes no further: behind this door only who it belongs to matters.
const authInfoOf = (principal: Principal) => {
  const info = { token: '', clientId: principal.credentialId, scopes: principal.scopes };
  principals.set(info, principal);
  return info;
};

/** The tools of the product, by a server made anew for each request. */
export const productAnswers: Answers = ({ sessionOf, log }) => {
  const handler = createMcpHandler(({ authInfo, era, requestInfo }) => {
    const principal = authInfo && principals.get(authInfo);
    if (principal === undefined) throw problem('unauthorized', 'Nobody is asking.');
    // Only the newer era holds this header to the body.
    return serverFor(sessionOf(principal), era === 'modern' ? requestInfo?.headers.get('mcp-method') : undefined);
  }, { maxRequestBodySize: MOST_BYTES, onerror: (error) => log.debug({ err: error }, 'mcp.refused') });
  return { answer: exchange(handler, MOST_BYTES), close: handler.close };
};

const answered = ({ count }: Door, answer: Answering['answer']): RequestHandler => async (req: Request, res) => {
  const principal = principalIn(res);
  await count(principal, 'other', res);
  // Proxies that hold answers back would hold back streams too.
  res.setHeader('X-Accel-Buffering', 'no');
  await answer(Object.assign(req, { auth: authInfoOf(principal) }), res);
};

/** The tool server over HTTP, in both eras of the protocol. */
export const streamable = (door: Door, answers: Answers): { app: Express; close: () => Promise<void> } => {
  const { answer, close } = answers(door);
  const app = express();
  app.disable('x-powered-by').disable('etag').set('query parser', false).set('case sensitive routing', true);
  app.use(requestContext(), watched(door.log));
  app.all(PATHS, originGuard(door.allowed), forBrowsers, credentialGate(door), postOnly, answered(door, answer));
  app.use(() => {
    throw problem('route_not_found', 'There is no such path.');
  });
  app.use(problemRenderer(door.log));
  return { app, close };
};
