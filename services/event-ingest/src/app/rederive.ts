import { phaseOf } from '../domain/poll-policy.js';
import { vesselImosOf } from '../domain/snapshot.js';
import { readAgain } from '../domain/terminal-watch.js';
import { toldAll } from '../domain/told.js';
import { rederived, trackersIn, type Settled, type Watch } from '../domain/watch.js';
import { derive, digestOf } from './derive.js';
import { messagesFor } from './hear-messages.js';
import { reportDigest } from './poll-terminal.js';
import type { Ports } from './ports.js';

export type RederiveFilter = { scac?: string | undefined; normalizedNumber?: string | undefined; since?: Date | undefined };

export type Rederived = { watches: number; changed: number; nextAfter: string };

/** What the line said last. Its clock is that of the answer, so that what was the future then stays it. */
const lineAgain = async (ports: Ports, watch: Watch): Promise<Settled> => {
  const same = { watch, says: [] };
  const profile = ports.carriers.profile(watch.scac);
  const payload = watch.payloadId === null ? undefined : await ports.payloads.find(watch.payloadId);
  if (!profile || !payload) return same;
  const pages = payload.texts.map((text) => JSON.parse(text) as unknown);
  const sourceNow = watch.lastSourceNow ?? (await ports.carriers.clock(profile));
  if (!sourceNow) return same;
  const derived = derive(ports, profile, { scac: watch.scac, type: watch.requestType, number: watch.normalizedNumber }, pages, sourceNow, payload.id);
  if (!derived.ok) return same;
  const { snapshot } = derived;
  const digest = digestOf(ports, snapshot);
  if (digest === watch.digest) return same;
  return rederived(watch, { snapshot, digest, sourceNow, phase: phaseOf(snapshot, sourceNow), vesselImos: vesselImosOf(snapshot) }, ports.now());
};

const terminalsAgain = async (ports: Ports, watch: Watch): Promise<boolean> => {
  let changed = false;
  for (const box of await ports.terminalWatches.ofWatches([watch.id])) {
    const kept = box.lastChangedAt === null ? undefined : await ports.payloads.report(box.containerNumber, box.lastChangedAt);
    const answer = kept && ports.terminals.named(box.connector)?.read(kept.texts[0] ?? '', box.containerNumber, box, kept.takenAt);
    if (!kept || answer?.kind !== 'report' || box.lease !== null) continue;
    const digest = reportDigest(ports, answer.report);
    if (digest === box.digest) continue;
    const told = { report: answer.report, trackers: trackersIn(watch, 'live'), takenAt: ports.now() };
    changed = (await ports.terminalWatches.save(readAgain(box, digest), told)) === 'saved' || changed;
  }
  return changed;
};

/** One number from everything that is kept of it. */
const again = async (ports: Ports, watch: Watch): Promise<boolean> => {
  // It is being asked just now: that answer will be read with the repaired mapping.
  if (watch.lease !== null) return false;
  const line = await lineAgain(ports, watch);
  const mail = Object.keys(watch.heard).length === 0 ? [] : await messagesFor(ports, watch);
  const heard = toldAll(line.watch, mail, ports.now(), ports.carriers.profile(watch.scac) !== null);
  // Somebody may be faster: then a fresh answer has just been read with the repaired mapping.
  const changed = heard.watch !== watch && (await ports.watches.save(heard.watch, [...line.says, ...heard.says])) === 'saved';
  return (await terminalsAgain(ports, watch)) || changed;
};

/** Runs the mapping again over kept answers, after it was repaired; only real differences are told. Some numbers a call, so that a million fit into deadlines. */
export const rederive = (ports: Ports) => async (filter: RederiveFilter, after: string, limit: number): Promise<Rederived> => {
  const page = await ports.watches.page(filter, after, limit);
  let changed = 0;
  for (const watch of page) if (await again(ports, watch)) changed += 1;
  return { watches: page.length, changed, nextAfter: page.length < limit ? '' : (page.at(-1)?.id ?? '') };
};
