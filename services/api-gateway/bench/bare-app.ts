import express, { type Express } from 'express';

/** The plainest handler that Express 5 can have, with the bytes of a real answer. */
export const bareApp = (path: string, bytes: Buffer): Express =>
  express().disable('x-powered-by').disable('etag').get(path, (_req, res) => {
    res.setHeader('Content-Type', 'application/vnd.api+json');
    res.end(bytes);
  });
