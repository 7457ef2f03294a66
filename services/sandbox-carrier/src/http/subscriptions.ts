import { json, Router, type Request, type Response } from 'express';
import type { App } from '../app/index.js';
import { isSecret, readWish, shownSubscription, type Subscription } from '../domain/subscription.js';
import { accountOf } from './account.js';
import { sendDcsaError, type Reason } from './dcsa-error.js';

const PATH = '/v2/event-subscriptions';

const BAD_SECRET: Reason = { reason: 'invalidBody:secret', message: 'secret must be 32 bytes or more in base64' };

type Doors = { app: App; now: () => Date };

type Answering = { req: Request; res: Response; now: Date };

const missing = ({ req, res, now }: Answering): void => sendDcsaError(req, res, 404, [{ reason: 'notFound', message: 'There is no such subscription.' }], now);

const shown = (answering: Answering, subscription: Subscription | undefined): void => {
  if (!subscription) return missing(answering);
  answering.res.setHeader('API-Version', '2.2.0');
  answering.res.json(shownSubscription(subscription));
};

/** The wish in the body, or the refusal that was sent. */
const wishIn = ({ req, res, now }: Answering) => {
  const read = readWish(req.body);
  if (read.ok) return read.wish;
  sendDcsaError(req, res, 400, read.faults.map(({ parameter, message }) => ({ reason: `invalidBody:${parameter}`, message })), now);
  return null;
};

/** Track & Trace 2.2 push: who is to be told, and of what. */
export const subscriptionRoutes = ({ app, now }: Doors): Router => {
  const answering = (req: Request, res: Response): Answering => ({ req, res, now: now() });
  const secretIn = (req: Request): unknown => (req.body as { secret?: unknown } | undefined)?.secret;
  const refuseSecret = (req: Request, res: Response) => sendDcsaError(req, res, 400, [BAD_SECRET], now());
  const router = Router();
  router.use(PATH, json());

  router.get(PATH, async (req, res) => void res.json((await app.subscriptions.list(accountOf(req))).map(shownSubscription)));
  router.post(PATH, async (req, res) => {
    const wish = wishIn(answering(req, res));
    if (!wish) return;
    const secret = secretIn(req);
    if (!isSecret(secret)) return refuseSecret(req, res);
    res.status(201);
    shown(answering(req, res), await app.subscribe(accountOf(req), wish, secret));
  });
  router.get(`${PATH}/:id`, async (req, res) => shown(answering(req, res), await app.subscriptions.find(accountOf(req), req.params.id)));
  router.put(`${PATH}/:id`, async (req, res) => {
    const wish = wishIn(answering(req, res));
    if (wish) shown(answering(req, res), await app.subscriptions.change(accountOf(req), req.params.id, wish));
  });
  router.put(`${PATH}/:id/secret`, async (req, res) => {
    const secret = secretIn(req);
    if (!isSecret(secret)) return refuseSecret(req, res);
    const changed = await app.subscriptions.change(accountOf(req), req.params.id, { secret });
    return changed ? void res.status(204).end() : missing(answering(req, res));
  });
  router.delete(`${PATH}/:id`, async (req, res) => ((await app.subscriptions.remove(accountOf(req), req.params.id)) ? void res.status(204).end() : missing(answering(req, res))));
  return router;
};
