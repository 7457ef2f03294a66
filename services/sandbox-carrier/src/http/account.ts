import type { Request } from 'express';

const ACCOUNT = /^[\w-]{1,64}$/;

/** Whose clock is meant. Anything that is no id reads as nobody's, which is everybody's. */
export const accountOf = (req: Pick<Request, 'get'>): string => {
  const given = req.get('x-sandbox-account') ?? '';
  return ACCOUNT.test(given) ? given : '';
};
