import type { Request, Response } from 'express';
import type { Fault } from '../domain/fault.js';
import { sendDcsaError, type Reason } from './dcsa-error.js';
import { isGoodToken } from './token.js';

const DRIP_MS = 250;

/** Sends a body a byte at a time until it is through or nobody listens. */
const drip = (res: Response, body: Buffer): void => {
  let sent = 0;
  const timer = setInterval(() => {
    res.write(body.subarray(sent, sent + 1));
    sent += 1;
    if (sent < body.length) return;
    clearInterval(timer);
    res.end();
  }, DRIP_MS);
  res.once('close', () => clearInterval(timer));
};

type Refusal = { status: number; error: Reason; headers?: Record<string, string> };

const refusalOf = (fault: Fault, req: Request, cursored: boolean, now: Date): Refusal | null => {
  const says = (status: number, reason: string, message: string, headers: Record<string, string> = {}): Refusal => ({ status, error: { reason, message }, headers });
  switch (fault) {
    case 'server_error':
      return says(503, 'unavailable', 'The carrier is down for a moment.');
    case 'server_error_mid_paging':
      return cursored ? says(500, 'internalError', 'The second page broke.') : null;
    case 'too_many_requests':
      return says(429, 'quotaExceeded', 'Too many requests.', { 'Retry-After': '3600' });
    case 'unauthorized':
      return says(401, 'unauthorized', 'The credential is not accepted.');
    case 'token_required':
      return isGoodToken(req.get('authorization'), now) ? null : says(401, 'tokenExpired', 'The access token has expired.', { 'WWW-Authenticate': 'Bearer error="invalid_token"' });
    case 'cursor_expired':
      return cursored ? says(400, 'invalidQuery:cursor', 'The cursor has expired.') : null;
    default:
      return null;
  }
};

/** Answers instead of the door where a trouble says so. */
export const refuse = (faults: readonly Fault[], req: Request, res: Response, cursored: boolean, now: Date): boolean => {
  for (const fault of faults) {
    const refusal = refusalOf(fault, req, cursored, now);
    if (!refusal) continue;
    for (const [name, value] of Object.entries(refusal.headers ?? {})) res.setHeader(name, value);
    sendDcsaError(req, res, refusal.status, [refusal.error], now);
    return true;
  }
  return false;
};

/** Sends a body, whole or in the way a trouble wants. */
export const sendBody = (faults: readonly Fault[], res: Response, body: unknown): void => {
  const bytes = Buffer.from(JSON.stringify(body));
  res.type('json');
  if (faults.includes('slow_body')) return drip(res, bytes);
  // The length is that of what is sent: only the JSON tells that something is missing.
  res.end(faults.includes('truncated') ? bytes.subarray(0, Math.ceil(bytes.length / 2)) : bytes);
};
