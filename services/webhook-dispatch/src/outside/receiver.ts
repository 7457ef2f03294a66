import { withDeadline } from '@landfall/kit/deadline';
import { guardedLookup, isLoopbackAddress, isPublicAddress, type Resolve } from '@landfall/kit/public-address';
import { inCall, outgoing, traced } from '@landfall/kit/trace';
import { isIP } from 'node:net';
import { Agent, ProxyAgent, request, type Dispatcher } from 'undici';
import type { Delivery, Receiver, Sent } from '../app/ports.js';
import { outcomeOf } from './fault.js';
import { nameLookup } from './name-lookup.js';
import { signatureHeaders } from './signature.js';

export interface ReceiverOptions {
  connectTimeoutMs: number;
  totalTimeoutMs: number;
  mayUseLoopback: boolean;
  plainHeader: string;
  /** All deliveries leave through it; it then decides where they may go. */
  proxyUrl?: string | undefined;
  now: () => Date;
  resolve?: Resolve;
  /** For tests, whose certificates nobody else trusts. */
  ca?: string | undefined;
}

/** What is kept of an answer; a receiver that sends a gigabyte is cut off (D-46). */
const EXCERPT_BYTES = 16 * 1_024;
const USER_AGENT = 'Landfall-Webhooks/1.0';

const excerptOf = async (body: Dispatcher.ResponseData['body']): Promise<string> => {
  const chunks: Buffer[] = [];
  let length = 0;
  for await (const chunk of body as AsyncIterable<Buffer>) {
    chunks.push(chunk);
    length += chunk.length;
    if (length >= EXCERPT_BYTES) break;
  }
  return Buffer.concat(chunks).subarray(0, EXCERPT_BYTES).toString('utf8');
};

const retryAfterOf = (header: string | string[] | undefined, now: Date): number | undefined => {
  const text = Array.isArray(header) ? header[0] : header;
  if (text === undefined) return undefined;
  const seconds = Number(text);
  const ms = Number.isFinite(seconds) ? seconds * 1_000 : Date.parse(text) - now.getTime();
  return Number.isFinite(ms) && ms >= 0 ? ms : undefined;
};

const flat = (headers: Record<string, string | string[] | undefined>): Record<string, string> =>
  Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, Array.isArray(value) ? value.join(', ') : (value ?? '')]));

const isSuccess = (status: number): boolean => status >= 200 && status < 300;

const agentOf = ({ connectTimeoutMs, mayUseLoopback, proxyUrl, resolve, ca }: ReceiverOptions): Dispatcher => {
  if (proxyUrl) return new ProxyAgent({ uri: proxyUrl, connectTimeout: connectTimeoutMs });
  const isAllowed = (address: string) => isPublicAddress(address) || (mayUseLoopback && isLoopbackAddress(address));
  // Keep-alive pools per host; a few connections are enough for one endpoint's share of attempts.
  return new Agent({ connections: 16, pipelining: 1, keepAliveTimeout: 30_000, connect: { timeout: connectTimeoutMs, lookup: guardedLookup(isAllowed, nameLookup(connectTimeoutMs, resolve)), ...(ca ? { ca } : {}) } });
};

/** An address in the URL itself is dialled without any look-up, so it is judged here; a proxy need not even be asked. */
const isBlockedLiteral = (url: string, mayUseLoopback: boolean): boolean => {
  const host = new URL(url).hostname.replace(/^\[|\]$/g, '');
  return isIP(host) !== 0 && !isPublicAddress(host) && !(mayUseLoopback && isLoopbackAddress(host));
};

/** Sends one delivery and says what came of it; it never throws. Redirects are answers, and not good ones (D-43). */
export const receiver = (options: ReceiverOptions): Receiver & { close(): Promise<void> } => {
  const { totalTimeoutMs, mayUseLoopback, plainHeader, now } = options;
  const agent = agentOf(options);

  const headersOf = ({ notificationId, body, secrets, signers, headers }: Delivery): Record<string, string> => ({
    ...Object.fromEntries(headers.map(({ name, value }) => [name, value])),
    ...outgoing(),
    'content-type': 'application/json',
    'user-agent': USER_AGENT,
    ...signatureHeaders({ id: notificationId, now: now(), body, secrets, signers, plainHeader }),
  });

  const exchange = ({ url, body }: Delivery, headers: Record<string, string>): Promise<Omit<Sent, 'durationMs' | 'requestHeaders'>> =>
    withDeadline(totalTimeoutMs, async (signal) => {
      const answer = await request(url, { method: 'POST', body, headers, dispatcher: agent, signal });
      const responseExcerpt = await excerptOf(answer.body);
      const retryAfterMs = retryAfterOf(answer.headers['retry-after'], now());
      return { outcome: isSuccess(answer.statusCode) ? 'succeeded' : 'refused', httpStatus: answer.statusCode, responseExcerpt, retryAfterMs, responseHeaders: flat(answer.headers) };
    });

  const send = async (delivery: Delivery): Promise<Sent> => {
    const requestHeaders = headersOf(delivery);
    const beganAt = performance.now();
    const took = () => Math.round(performance.now() - beganAt);
    if (isBlockedLiteral(delivery.url, mayUseLoopback)) return { outcome: 'blocked', durationMs: 0, requestHeaders, responseHeaders: {}, fault: 'The address is not one that webhooks may be sent to.' };
    try {
      const answer = await exchange(delivery, requestHeaders);
      return { ...answer, durationMs: took(), requestHeaders };
    } catch (error) {
      const { outcome, fault } = outcomeOf(error);
      return { outcome, durationMs: took(), requestHeaders, responseHeaders: {}, fault };
    }
  };

  return {
    // A span of the trace that it goes back to, under the id of that request.
    post: (delivery) => {
      const requestId = delivery.origin?.['x-request-id'] ?? delivery.notificationId;
      return traced('deliver', 'ask', delivery.origin, () => inCall({ requestId }, () => send(delivery)));
    },
    close: () => agent.close(),
  };
};
