import { Router, type RequestHandler } from 'express';
import { RESOURCE_PATHS, resourceMetadata, serverMetadata, type App } from '../app/index.js';
import { openToScripts } from './headers.js';

// Clients ask at every login; an hour old is new enough, and a new signing key is published an hour before its use.
const CACHE = 'public, max-age=3600';

type Document = Record<string, unknown>;

/** The document, and the same once more signed by us (RFC 8414 2.1, RFC 9728 2.2). */
const answering = (app: App, origin: string, document: Document): RequestHandler => async (_req, res) => {
  const signed = await app.signing.sign({ ...document, iss: origin });
  res.set('Cache-Control', CACHE).json({ ...document, ...(signed ? { signed_metadata: signed } : {}) });
};

/** Discovery: RFC 8414 and RFC 9728, at the root and at the forms with the tool server's path that clients try first. */
export const metadata = (app: App, origin: string): Router => {
  const router = Router();
  const open = openToScripts('GET, OPTIONS');
  const serve = (path: string, document: Document) => router.route(path).all(open).get(answering(app, origin, document));

  serve('/.well-known/oauth-authorization-server', serverMetadata(origin));
  serve('/.well-known/oauth-protected-resource', resourceMetadata(origin, RESOURCE_PATHS[0]));
  for (const path of RESOURCE_PATHS) {
    serve(`/.well-known/oauth-authorization-server${path}`, serverMetadata(origin));
    serve(`/.well-known/oauth-protected-resource${path}`, resourceMetadata(origin, path));
  }
  router.route('/oauth/jwks').all(open).get(async (_req, res) => {
    res.set({ 'Cache-Control': CACHE, 'Content-Type': 'application/jwk-set+json' }).end(JSON.stringify(await app.signing.published()));
  });
  return router;
};
