import { problem } from '@landfall/kit/problem';
import { retrying } from '@landfall/kit/retrying';
import type { RequestType } from '@landfall/shipping/request-type';
import { end, hurry, newWatch, resume, stop, wait, type Tracker, type Watch, type WatchIdentity } from '../domain/watch.js';
import type { Ports } from './ports.js';

export type Wanted = { accountId: string; trackingRequestId: string; requestType: RequestType; normalizedNumber: string; scac: string | null };

const trackerOf = ({ accountId, trackingRequestId }: Wanted): Tracker => ({ accountId, trackingRequestId });

/** Read, change, compare and write until nobody was faster. A change that changes nothing writes nothing. */
export const changeWatch = async (ports: Ports, id: string, change: (watch: Watch) => Watch): Promise<Watch | undefined> =>
  retrying(async () => {
    const before = await ports.watches.find(id);
    if (!before) return undefined;
    const after = change(before);
    if (after === before) return before;
    if ((await ports.watches.save(after, [])) === 'saved') return { ...after, revision: before.revision + 1 };
    throw problem('revision_conflict', `The watch ${id} changed too often.`);
  });

/**
 * A number asked with one account's own credential is that account's business only; with the installation's credential
 * it is shared by all (ADR-0040).
 */
export const identityOf = async (ports: Ports, scac: string, wanted: Wanted): Promise<WatchIdentity> => {
  const profile = ports.carriers.profile(scac);
  // A brand is asked with the credential of the line that answers for it.
  const own = profile !== null && profile.auth.every(({ kind }) => kind !== 'none') && (await ports.credentials.has(profile.scac, wanted.accountId));
  return { scope: own ? wanted.accountId : '', scac, requestType: wanted.requestType, normalizedNumber: wanted.normalizedNumber };
};

export const watchId = (ports: Ports, { scope, scac, requestType, normalizedNumber }: WatchIdentity): string => ports.nameId('watch', scope, scac, requestType, normalizedNumber);

const ensured = async (ports: Ports, identity: WatchIdentity, change: (watch: Watch) => Watch, probablyNew = false): Promise<Watch> => {
  const id = watchId(ports, identity);
  const known = probablyNew ? undefined : await changeWatch(ports, id, change);
  if (known) return known;
  const fresh = change(newWatch(id, identity));
  if ((await ports.watches.add(fresh)) === 'added') return fresh;
  return (await changeWatch(ports, id, change)) ?? fresh;
};

/** Where a look-up is asked: at once when the carrier's lane has room, else when its turn comes. */
export type Poller = { hasRoom(watch: Pick<Watch, 'scac'>): boolean; begin(watch: Watch): void; kick(watch: Watch): void };

/** Claimed in the same write that says it is wanted: the first answer is what a person waits for. */
const claimed = (ports: Ports, watch: Watch, lease: string): Watch =>
  watch.lease === null && watch.dueAt !== null ? { ...watch, lease, dueAt: new Date(ports.now().getTime() + ports.settings.leaseMs) } : watch;

const answerWithoutScac = async (ports: Ports, wanted: Wanted, attempt: number): Promise<void> => {
  const found = ports.reference.detect(wanted.normalizedNumber);
  const answer = found.decision === 'auto_select' && found.selected
    ? { scac: found.selected.scac, confidence: found.selected.confidence }
    : { failed: found.candidates.length > 1 ? `Several carriers count like this: ${found.candidates.map(({ scac }) => scac).join(', ')}.` : 'No carrier could be told from the number.' };
  await ports.detections.answer(trackerOf(wanted), attempt, answer, ports.now());
};

/** A look-up is wanted. Only its being wanted is waited for here; asking may take long and goes on apart. */
export const lookUp = (ports: Ports, poller: Poller) => async (wanted: Wanted, attempt: number): Promise<void> => {
  const { scac } = wanted;
  if (scac === null) return answerWithoutScac(ports, wanted, attempt);
  const identity = await identityOf(ports, scac, wanted);
  const lease = ports.newId();
  const hasRoom = poller.hasRoom(identity);
  const join = (before: Watch): Watch => {
    const after = wait(before, trackerOf(wanted), attempt, ports.now());
    return after !== before && hasRoom ? claimed(ports, after, lease) : after;
  };
  const watch = await ensured(ports, identity, join, attempt === 0);
  if (watch.lease === lease) poller.begin(watch);
  else if (watch.trackers.some(({ trackingRequestId, state }) => trackingRequestId === wanted.trackingRequestId && state === 'waiting')) poller.kick(watch);
};

/** Cancelled or failed: nobody waits for this tracker any more, in whichever watch it stands. */
export const endTracking = (ports: Ports) => async (wanted: Wanted): Promise<void> => {
  const { scac } = wanted;
  if (scac === null) return;
  const watches = await ports.watches.byTrackers(wanted.accountId, [wanted.trackingRequestId]);
  for (const { id } of watches) await changeWatch(ports, id, (watch) => end(watch, trackerOf(wanted), ports.now()));
  // The end overtook the beginning: it is noted where the beginning will look.
  if (watches.length === 0) await ensured(ports, await identityOf(ports, scac, wanted), (watch) => end(watch, trackerOf(wanted), ports.now()));
};

const changeAll = async (ports: Ports, accountId: string, ids: readonly string[], change: (watch: Watch) => Watch): Promise<Watch[]> => {
  const watches = await ports.watches.byTrackers(accountId, ids);
  const changed = await Promise.all(watches.map(({ id }) => changeWatch(ports, id, change)));
  return changed.filter((watch) => watch !== undefined);
};

/** What a shipment says of its tracking, and at which revision of it. */
export type Tracking = { accountId: string; trackingRequestIds: readonly string[]; revision: number };

export const stopTracking = (ports: Ports) => async ({ accountId, trackingRequestIds, revision }: Tracking): Promise<void> => {
  await changeAll(ports, accountId, trackingRequestIds, (watch) => stop(watch, trackingRequestIds, revision, ports.now()));
};

export const resumeTracking = (ports: Ports, kick: (watch: Watch) => void) => async ({ accountId, trackingRequestIds, revision }: Tracking): Promise<void> => {
  const watches = await changeAll(ports, accountId, trackingRequestIds, (watch) => resume(watch, trackingRequestIds, revision, ports.now()));
  watches.forEach(kick);
};

/** On demand: due at once, within the limits. Answers what was started. */
export const refresh = (ports: Ports, kick: (watch: Watch) => void) => async (accountId: string, scac: string, numbers: readonly string[]): Promise<string[]> => {
  const watches = (await ports.watches.byNumbers(scac, numbers)).filter(({ trackers }) => trackers.some((tracker) => tracker.accountId === accountId && tracker.state === 'live'));
  for (const { id } of watches) {
    const watch = await changeWatch(ports, id, (before) => hurry(before, ports.now()));
    if (watch) kick(watch);
  }
  if (watches.length === 0) return [];
  const ids = watches.map(({ id }) => id);
  const hurried = (await ports.terminalWatches.hurry(ids, ports.now())) > 0 ? await ports.terminalWatches.ofWatches(ids) : [];
  const kinds = new Set(hurried.filter(({ dueAt }) => dueAt !== null).map(({ connector }) => ports.terminals.named(connector)?.kind));
  return ['Shipping line', ...(kinds.has('terminal') ? ['Terminal'] : []), ...(kinds.has('rail') ? ['Rail'] : [])];
};
