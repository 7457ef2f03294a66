import { readFileSync } from 'node:fs';
import { z } from 'zod';
import type { Partners } from '../../app/ports.js';

const partner = z.object({ scac: z.string().regex(/^[A-Z0-9]{2,4}$/).optional(), accountId: z.string().optional() }).strict();
const file = z.record(z.string(), partner);

export type KnownPartners = Partners & { accountOf(channel: string): string };

/** Who sends through which channel: one carrier, or, when nothing is said, whatever the messages name. */
export const partners = (path: string | undefined): KnownPartners => {
  const known = path === undefined ? {} : file.parse(JSON.parse(readFileSync(path, 'utf8')));
  return {
    scacOf: (channel) => known[channel]?.scac,
    accountOf: (channel) => known[channel]?.accountId ?? '',
  };
};
