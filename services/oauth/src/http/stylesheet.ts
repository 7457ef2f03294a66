import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { Router } from 'express';

const css = readFileSync(new URL('../../assets/landfall.css', import.meta.url));
const version = createHash('sha256').update(css).digest('hex').slice(0, 12);

/** Its content is in its name, so browsers may keep it for ever. */
export const STYLESHEET = `/oauth/assets/landfall.${version}.css`;

export const stylesheet = (): Router =>
  Router().get(STYLESHEET, (_req, res) => {
    res.set({ 'Content-Type': 'text/css; charset=utf-8', 'Cache-Control': 'public, max-age=31536000, immutable', 'X-Content-Type-Options': 'nosniff' });
    res.end(css);
  });
