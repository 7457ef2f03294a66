import type { RequestHandler } from 'express';
import type { App, Limit } from '../app/index.js';

/** Guessing and flooding cost time: one address gets so many tries, then 429 with the seconds to wait. */
export const throttled = (app: App, what: string, limit: Limit): RequestHandler => async (req, res, next) => {
  const wait = await app.throttle(what, req.ip ?? 'unknown', limit);
  if (wait === undefined) return next();
  res.status(429).set({ 'Retry-After': String(wait), 'Cache-Control': 'no-store' });
  res.json({ error: 'temporarily_unavailable', error_description: `Too many requests; try again in ${wait} seconds.` });
};
