import { createHash } from 'node:crypto';
import type { RequestHandler } from 'express';
import { docsPage, errorsPage } from './docs-page.js';
import { STYLE } from './docs-style.js';
import { PREFIX } from './gateway.js';
import { openApiOf } from './openapi.js';
import type { Route } from './route.js';
import { packing, sendRead } from './send.js';

/** Pages style themselves from this address and run nothing. */
const PAGE_POLICY = "default-src 'none'; style-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

const fixed = (contentType: string, text: string): RequestHandler => {
  const body = Buffer.from(text);
  const tag = `"${createHash('sha256').update(body).digest('base64url').slice(0, 22)}"`;
  const packed = packing(body);
  return async (req, res) => {
    res.setHeader('Content-Security-Policy', PAGE_POLICY);
    await sendRead(req, res, { body, packed, contentType, tag, cacheControl: 'public, max-age=300' });
  };
};

const HTML = 'text/html; charset=utf-8';

/** What anybody may read: the interface in words and in OpenAPI. Made once, at start. */
export const pagesOf = (routes: readonly Route[], origin: string): readonly (readonly [string, RequestHandler])[] => [
  [`${PREFIX}/openapi.json`, fixed('application/json', JSON.stringify(openApiOf(routes, origin)))],
  ['/docs', fixed(HTML, docsPage(routes, origin))],
  ['/docs/errors', fixed(HTML, errorsPage())],
  ['/docs/style.css', fixed('text/css; charset=utf-8', STYLE)],
];
