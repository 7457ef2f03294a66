import { normalise, type Asked, type Normalised } from '../domain/normalise.js';
import type { CarrierProfile } from '../domain/carrier-profile.js';
import type { Snapshot } from '../domain/snapshot.js';
import { thinned } from '../domain/thinned.js';
import type { Ports } from './ports.js';

/** What a snapshot says, without where it is kept: equal digests mean that nothing changed. */
export const digestOf = (ports: Pick<Ports, 'digest'>, snapshot: Snapshot): string => {
  const bare = <T extends { payloadId?: string | undefined }>(event: T) => ({ ...event, payloadId: undefined });
  return ports.digest({ ...snapshot, events: snapshot.events.map(bare), containers: snapshot.containers.map((container) => ({ ...container, events: container.events.map(bare) })) });
};

/** Kept pages → snapshot, the same today and when a mapping was repaired a month later. */
export const derive = (ports: Pick<Ports, 'reference'>, profile: CarrierProfile, asked: Asked & { scac: string }, pages: readonly unknown[], sourceNow: Date, payloadId: string): Normalised => {
  const reading = { scac: asked.scac, providerName: profile.name, now: sourceNow, zoneOf: ports.reference.zoneOf, payloadId };
  const normalised = normalise(pages, profile, asked, reading);
  if (!normalised.ok) return normalised;
  const snapshot = thinned(normalised.snapshot);
  if (snapshot === null) return { ok: false, reason: `${normalised.eventCount} events are more than one number can have.` };
  return { ...normalised, snapshot };
};
