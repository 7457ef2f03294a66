import { problemRenderer, requestContext } from '@landfall/kit/http';
import type { Log } from '@landfall/kit/log';
import { problem } from '@landfall/kit/problem';
import express, { type Express } from 'express';
import type { App } from '../app/index.js';
import { clockRoutes } from './clock.js';
import { eventRoutes } from './events.js';
import { faultRoutes } from './faults.js';
import { subscriptionRoutes } from './subscriptions.js';
import { terminalRoutes } from './terminal.js';
import { tokenRoutes } from './token.js';

/** Everything that is answered over HTTP. */
export const doors = ({ app, now, log }: { app: App; now: () => Date; log: Log }): Express => {
  const server = express();
  server.disable('x-powered-by');
  server.disable('etag');
  server.set('query parser', false);
  server.use(requestContext());
  server.use(eventRoutes({ app, now }), subscriptionRoutes({ app, now }), terminalRoutes(app), clockRoutes(app), faultRoutes(app.faults), tokenRoutes(now));
  server.use(() => {
    throw problem('not_found', 'There is nothing here.');
  });
  server.use(problemRenderer(log));
  return server;
};
