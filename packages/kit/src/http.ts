import { createServer, type IncomingMessage, type RequestListener, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Duplex } from 'node:stream';
import { ERRORS, type ErrorCode } from '@landfall/contracts/errors';
import type { ErrorRequestHandler, RequestHandler, Response } from 'express';
import { newId } from './identity.js';
import type { Part } from './lifecycle.js';
import type { Log } from './log.js';
import { gauge, histogram } from './metrics.js';
import { toProblem, type Problem } from './problem.js';
import { inCall, traced } from './trace.js';

export const JSON_API = 'application/vnd.api+json';

export interface HttpServer extends Part {
  /** The port in use, known after start. */
  port(): number;
}

const DRAIN_MS = 5_000;

/** Stops taking connections, lets answers under way finish, then cuts what is left. */
const close = (server: Server): Promise<void> =>
  new Promise((resolve) => {
    const cut = setTimeout(() => server.closeAllConnections(), DRAIN_MS);
    server.close(() => {
      clearTimeout(cut);
      resolve();
    });
    server.closeIdleConnections();
  });

/** Rate, errors, duration and how many at once, for every door alike; streams without end have no duration. */
const meter = () => {
  const seconds = histogram('landfall_http_served_seconds', 'How long a request took to serve.', ['service', 'method', 'status']);
  const inFlight = gauge('landfall_http_in_flight', 'Requests that are being served now.', ['service']);
  return (service: string, req: IncomingMessage, res: ServerResponse) => {
    const beganAt = performance.now();
    inFlight.inc({ service });
    res.once('close', () => {
      inFlight.dec({ service });
      if (String(res.getHeader('content-type')).startsWith('text/event-stream')) return;
      seconds.observe({ service, method: req.method ?? '', status: String(res.statusCode) }, (performance.now() - beganAt) / 1_000);
    });
  };
};

export interface HttpServerOptions {
  name?: string;
  host?: string;
  port: number;
  app: RequestListener;
  /** How long it is still served after being told to stop. */
  stopDelayMs?: number;
  /** Takes over connections that want another protocol; without it they are refused. */
  upgrade?: (req: IncomingMessage, socket: Duplex, head: Buffer) => void;
}

/**
 * A client that keeps its connection may send just when we close it, and cannot know whether it was heard. Those that
 * read the hint give an idle connection back sooner than we would close it; when closing, each answer is the last.
 */
const keepAlive = (stopDelayMs: number) => {
  const seconds = Math.floor(stopDelayMs / 1_000);
  return (res: ServerResponse, closing: boolean): void => {
    if (closing) res.shouldKeepAlive = false;
    else if (res.shouldKeepAlive && seconds > 0) res.setHeaders(new Map([['Connection', 'keep-alive'], ['Keep-Alive', `timeout=${seconds}`]]));
  };
};

export const httpServer = ({ name = 'http', host = '127.0.0.1', port, app, stopDelayMs = 0, upgrade }: HttpServerOptions): HttpServer => {
  const measure = meter();
  const keep = keepAlive(stopDelayMs);
  let service: string | undefined;
  let closing = false;
  const server = createServer((req, res) => {
    if (service !== undefined) measure(service, req, res);
    keep(res, closing);
    app(req, res);
  });
  if (upgrade) server.on('upgrade', upgrade);
  // Longer than the idle time of common load balancers, so that they close first and never meet a closed socket.
  server.keepAliveTimeout = 65_000;
  let bound = port;
  return {
    name,
    port: () => bound,
    start: () =>
      new Promise((resolve, reject) => {
        server.once('error', reject);
        server.listen(port, host, () => {
          bound = (server.address() as AddressInfo).port;
          resolve();
        });
      }),
    opened: (owner) => {
      service = owner;
    },
    closing: () => {
      closing = true;
    },
    stop: () => close(server),
  };
};

// Long enough for any client's ids, short enough for a log line.
const REQUEST_ID = /^[\w.:-]{8,128}$/;

/** The caller's request id when it is well-formed, a new one otherwise. */
export const requestIdFrom = (given: string | string[] | undefined): string => (typeof given === 'string' && REQUEST_ID.test(given) ? given : newId());

/** Echoes a well-formed X-Request-Id, makes one otherwise, and runs the rest inside that call and its trace. */
export const requestContext =
  (): RequestHandler =>
  (req, res, next) => {
    const requestId = requestIdFrom(req.get('x-request-id'));
    res.setHeader('X-Request-Id', requestId);
    const trace = { traceparent: req.get('traceparent') ?? '', tracestate: req.get('tracestate') ?? '' };
    const untilDone = () =>
      new Promise<void>((resolve) => {
        res.once('close', resolve);
        next();
      });
    void traced(`${req.method} ${req.path}`, 'serve', trace, () => inCall({ requestId }, untilDone));
  };

const sourceOf = ({ more: { pointer, parameter, header } }: Problem) =>
  pointer !== undefined ? { source: { pointer } } : parameter !== undefined ? { source: { parameter } } : header !== undefined ? { source: { header } } : {};

/** One error object of JSON:API; `links.type` is where docs/errors.md explains the code. */
export const errorObject = (failure: Problem, id: string) => {
  const { http, title } = ERRORS[failure.code];
  return { id, status: String(http), code: failure.code, title, detail: failure.detail, ...sourceOf(failure), ...(failure.more.meta ? { meta: failure.more.meta } : {}), links: { type: `/docs/errors#${failure.code}` } };
};

/** Seconds after which a passing trouble is worth another try. */
const RETRY_AFTER: Partial<Record<ErrorCode, number>> = { unavailable: 5, deadline_exceeded: 5, idempotency_in_progress: 1 };

/** Express adds a charset to strings, which JSON:API 1.1 forbids; bytes go out as they are. */
export const sendJsonApi = (res: Response, status: number, document: unknown): void => {
  const bytes = Buffer.from(JSON.stringify(document));
  res.status(status).setHeader('Content-Type', JSON_API);
  res.setHeader('Content-Length', bytes.length);
  res.end(bytes);
};

/** Everything that is thrown in a handler ends here and becomes an errors array. */
export const problemRenderer =
  (log: Log): ErrorRequestHandler =>
  (thrown: unknown, req, res, _next) => {
    const failure = toProblem(thrown);
    const all = [failure, ...(failure.more.others ?? [])];
    const id = String(res.getHeader('X-Request-Id') ?? newId());
    if (failure.code === 'internal') log.error({ err: failure.cause ?? thrown, request_id: id, method: req.method, path: req.path }, 'http.failed');
    if (res.headersSent) {
      res.destroy();
      return;
    }
    const retryAfter = failure.more.meta?.['retry_after'] ?? RETRY_AFTER[failure.code];
    if (retryAfter !== undefined) res.setHeader('Retry-After', String(retryAfter));
    sendJsonApi(res, ERRORS[failure.code].http, { errors: all.map((each) => errorObject(each, id)) });
  };
