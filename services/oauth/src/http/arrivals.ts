import type { IncomingMessage } from 'node:http';
import type { RequestHandler } from 'express';

const arrivedAt = new WeakMap<IncomingMessage, number>();

/** Notes when a request came, so that two that run at once can be told from a replay of an answered one. */
export const noteArrival = (): RequestHandler => (req, _res, next) => {
  arrivedAt.set(req, Date.now());
  next();
};

export const arrival = (req: IncomingMessage): number | undefined => arrivedAt.get(req);
