import { readFileSync } from 'node:fs';
import { z } from 'zod';
import type { CarrierProfile } from '../../domain/carrier-profile.js';
import { isRepairName, type RepairName } from '../../domain/repairs.js';
import { carrierProfiles } from './carrier-profiles.js';
import { sandboxProfile } from './sandbox-profile.js';

// Exactly what carriers change without notice; what a field means stays in code.
const change = z
  .object({
    baseUrl: z.url(),
    path: z.string().startsWith('/'),
    headers: z.record(z.string(), z.string()),
    page: z.object({ parameter: z.string(), size: z.int().min(1) }).nullable(),
    notFound: z.enum(['status', 'empty', 'either']),
    repairs: z.array(z.string().refine(isRepairName, 'names no repair')),
    limits: z.object({ perMinute: z.number().positive(), burst: z.int().min(1), breakAfter: z.int().min(1), openMs: z.int(), longestOpenMs: z.int() }),
    concurrency: z.int().min(1),
    operatorStyle: z.enum(['name_suffix', 'value_prefix', 'none']),
    tokenUrl: z.url(),
  })
  .partial()
  .strict();

const changes = z.record(z.string().regex(/^[A-Z0-9]{2,4}$/), change);

type Change = z.output<typeof change>;

const withTokenUrl = (profile: CarrierProfile, tokenUrl: string | undefined): CarrierProfile['auth'] =>
  profile.auth.map((scheme) => (tokenUrl !== undefined && (scheme.kind === 'oauth' || scheme.kind === 'assertion') ? { ...scheme, tokenUrl } : scheme));

const changed = (profile: CarrierProfile, { tokenUrl, repairs, ...rest }: Change): CarrierProfile => {
  const given = Object.fromEntries(Object.entries(rest).filter(([, value]) => value !== undefined)) as Partial<CarrierProfile>;
  return { ...profile, ...given, repairs: (repairs as RepairName[] | undefined) ?? profile.repairs, auth: withTokenUrl(profile, tokenUrl) };
};

export type ProfileOptions = { file?: string | undefined; sandboxUrl?: string | undefined; sandboxPollMs: number };

/** Every carrier that can be asked, by each SCAC it answers for: what is built in, changed by the file where there is one. */
export const profilesFrom = ({ file, sandboxUrl, sandboxPollMs }: ProfileOptions): ReadonlyMap<string, CarrierProfile> => {
  const given = file === undefined ? {} : changes.parse(JSON.parse(readFileSync(file, 'utf8')));
  const all = [...carrierProfiles, ...(sandboxUrl === undefined ? [] : [sandboxProfile(sandboxUrl, sandboxPollMs)])];
  return new Map(all.map((profile) => changed(profile, given[profile.scac] ?? {})).flatMap((profile) => [profile.scac, ...profile.alsoServes].map((scac) => [scac, profile] as const)));
};
