import type { CarrierProfile } from '../../src/domain/carrier-profile.js';
import type { CarrierAnswer, CredentialValues } from '../../src/app/ports.js';
import { authoriser } from '../../src/outside/carriers/authorise.js';
import { dcsaCarriers } from '../../src/outside/carriers/dcsa-client.js';
import { plainProfile } from './asking.js';

const BUDGET = { timeoutMs: 2_000, totalMs: 5_000, bytes: 2_000_000, pages: 50 };

const carriersOf = (profile: CarrierProfile, budget: Partial<typeof BUDGET>, now: () => Date) =>
  dcsaCarriers({ profiles: new Map([[profile.scac, profile]]), authorise: authoriser({ timeoutMs: 2_000, bytes: 65_536 }, now), budget: { ...BUDGET, ...budget }, now });

/** What the real client reads from a carrier's clock. */
export const clockAt = (url: string, budget: Partial<typeof BUDGET> = {}): Promise<Date | null> => {
  const profile = plainProfile({ clock: { kind: 'remote', url, field: 'now', header: 'Our-Now' } });
  return carriersOf(profile, budget, () => new Date()).clock(profile);
};

/** The real client with a profile of the test's choice. */
export const client = (changes: Partial<CarrierProfile>, budget: Partial<typeof BUDGET> = {}, now: () => Date = () => new Date()) => {
  const profile = plainProfile(changes);
  const carriers = carriersOf(profile, budget, now);
  return (number = 'BL4410077', type: 'bill_of_lading' | 'booking_number' | 'container' = 'bill_of_lading', credential: CredentialValues = {}): Promise<CarrierAnswer> => carriers.ask(profile, credential, type, number);
};

export const eventsIn = (answer: CarrierAnswer): Record<string, unknown>[] => {
  if (answer.kind !== 'pages') throw new Error(`${answer.kind}: ${answer.detail}`);
  return answer.pages.flat() as Record<string, unknown>[];
};
