import { Router, urlencoded } from 'express';
import type { App, Limit } from '../app/index.js';
import { throttled } from './throttled.js';

/**
 * Introspection (RFC 7662) for resource servers that an account runs itself: they show an API key with the scope admin,
 * and learn of tokens of that account only. Of any other token the answer is `active: false` and nothing else.
 */
export const introspection = (app: App, limit: Limit, origin: string): Router =>
  Router().post('/oauth/introspect', throttled(app, 'introspect', limit), urlencoded({ extended: false, limit: '8kb' }), async (req, res) => {
    res.set({ 'Cache-Control': 'no-store', Pragma: 'no-cache' });
    const [, key] = /^Bearer +(\S+)$/i.exec(req.get('authorization') ?? '') ?? [];
    const caller = key === undefined ? undefined : await app.authenticate(key, 'api').catch(() => undefined);
    if (!caller?.scopes.includes('admin')) return res.status(401).set('WWW-Authenticate', 'Bearer').json({ error: 'invalid_client', error_description: 'An API key with the scope admin is required.' });

    const { token } = (req.body ?? {}) as { token?: unknown };
    if (typeof token !== 'string' || !token) return res.status(400).json({ error: 'invalid_request', error_description: 'One token is required.' });
    const live = await app.liveToken(token);
    if (!live || live.account.id !== caller.accountId) return res.json({ active: false });
    const { subject, clientId, audience, scopes, issuedAt, expiresAt } = live.token;
    const seconds = (at: Date) => Math.floor(at.getTime() / 1_000);
    return res.json({ active: true, iss: origin, sub: subject, client_id: clientId, aud: audience, scope: scopes.join(' '), token_type: 'Bearer', username: live.user.email, iat: seconds(issuedAt), exp: seconds(expiresAt) });
  });
