import type { Request } from 'express';

const ACCOUNT = /^[\w-]{1,64}$/;

/** Whose clock is meant. Anything that is no id reads as nobody's, which is everybody's. */
export const accountIn = (header: string | string[] | undefined): string => (typeof header === 'string' && ACCOUNT.test(header) ? header : '');

export const accountOf = (req: Pick<Request, 'get'>): string => accountIn(req.get('x-sandbox-account'));
