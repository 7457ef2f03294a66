import { phaseOf } from '../domain/poll-policy.js';
import { vesselImosOf } from '../domain/snapshot.js';
import { rederived, type Watch } from '../domain/watch.js';
import { derive, digestOf } from './derive.js';
import type { Ports } from './ports.js';

export type RederiveFilter = { scac?: string | undefined; normalizedNumber?: string | undefined; since?: Date | undefined };

const PAGE = 100;

/** One watch from its kept answer. The clock is that of the answer, so that what was the future then stays it. */
const again = async (ports: Ports, watch: Watch): Promise<boolean> => {
  const profile = ports.carriers.profile(watch.scac);
  const payload = watch.payloadId === null ? undefined : await ports.payloads.find(watch.payloadId);
  if (!profile || !payload || watch.lease !== null) return false;
  const pages = payload.texts.map((text) => JSON.parse(text) as unknown);
  const sourceNow = await ports.carriers.clock(profile);
  const derived = derive(ports, profile, { scac: watch.scac, type: watch.requestType, number: watch.normalizedNumber }, pages, sourceNow, payload.id);
  if (!derived.ok) return false;
  const { snapshot } = derived;
  const digest = digestOf(ports, snapshot);
  if (digest === watch.digest) return false;
  const { watch: after, says } = rederived(watch, { snapshot, digest, sourceNow, phase: phaseOf(snapshot, sourceNow), vesselImos: vesselImosOf(snapshot) }, ports.now());
  // Somebody was faster: then a fresh answer has just been read with the repaired mapping.
  return (await ports.watches.save(after, says)) === 'saved';
};

/** Runs the mapping again over kept answers, after it was repaired; only real differences are told. */
export const rederive = (ports: Ports) => async (filter: RederiveFilter): Promise<{ watches: number; changed: number }> => {
  const count = { watches: 0, changed: 0 };
  let afterId = '';
  for (;;) {
    const page = await ports.watches.page(filter, afterId, PAGE);
    for (const watch of page) {
      count.watches += 1;
      if (await again(ports, watch)) count.changed += 1;
    }
    const last = page.at(-1);
    if (!last || page.length < PAGE) return count;
    afterId = last.id;
  }
};
