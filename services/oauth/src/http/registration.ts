import { json, Router, type ErrorRequestHandler } from 'express';
import { SCOPE, type App, type Limit } from '../app/index.js';
import { openToScripts } from './headers.js';
import { throttled } from './throttled.js';

// Ten callbacks of the greatest length fit; nothing that is worth storing does not.
const BODY_LIMIT = '32kb';

const unreadable: ErrorRequestHandler = (error: { status?: number }, _req, res, next) => {
  if (error.status === undefined || error.status >= 500) return next(error);
  const isLarge = error.status === 413;
  res.status(isLarge ? 413 : 400).set('Cache-Control', 'no-store');
  res.json({ error: 'invalid_client_metadata', error_description: isLarge ? `The body may have ${BODY_LIMIT}.` : 'The body must be a JSON object.' });
};

/** Dynamic client registration (RFC 7591). Answers no secret, whatever was asked: every client here is public. */
export const registration = (app: App, limit: Limit): Router => {
  const router = Router();
  const route = router.route('/oauth/register').all(openToScripts('POST, OPTIONS'));
  route.post(throttled(app, 'register', limit), json({ limit: BODY_LIMIT, type: ['application/json', 'application/*+json'] }), async (req, res) => {
    const client = await app.registerClient(req.body);
    res.set({ 'Cache-Control': 'no-store', Pragma: 'no-cache' });
    if ('error' in client) return res.status(400).json(client);
    return res.status(201).json({ client_id: client.id, client_id_issued_at: Math.floor(client.createdAt.getTime() / 1_000), ...client.metadata, scope: SCOPE });
  });
  route.all((_req, res) => res.status(405).set('Allow', 'POST, OPTIONS').json({ error: 'invalid_request', error_description: 'Register with POST.' }));
  router.use(unreadable);
  return router;
};
