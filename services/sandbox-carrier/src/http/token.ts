import { Router, urlencoded } from 'express';

// As long as the shortest-lived token of a real line.
const LIVES_MS = 299_000;

const PREFIX = 'sandbox.';

/** Good for a while after it was given out. The sandbox guards nothing: the point is that a token ends. */
export const isGoodToken = (authorization: string | undefined, now: Date): boolean => {
  const issued = Number(authorization?.replace(`Bearer ${PREFIX}`, '') ?? Number.NaN);
  return Number.isFinite(issued) && now.getTime() - issued < LIVES_MS && issued <= now.getTime();
};

export const tokenRoutes = (now: () => Date): Router =>
  Router().post('/oauth/token', urlencoded({ extended: false }), (_req, res) => {
    res.setHeader('Cache-Control', 'no-store');
    res.json({ access_token: `${PREFIX}${now().getTime()}`, token_type: 'Bearer', expires_in: LIVES_MS / 1_000 });
  });
