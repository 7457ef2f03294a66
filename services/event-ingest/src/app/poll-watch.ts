import type { AuthScheme, CarrierProfile } from '../domain/carrier-profile.js';
import { phaseOf } from '../domain/poll-policy.js';
import { hasSomethingToTrack, vesselImosOf, type Snapshot } from '../domain/snapshot.js';
import { toldAll, type Message } from '../domain/told.js';
import { answered, deferred, hasSucceeded, isWanted, refused, trackersIn, type Answer, type Pace, type Refusal, type Settled, type Watch } from '../domain/watch.js';
import { derive, digestOf } from './derive.js';
import type { Gate } from './gate.js';
import { messagesFor } from './hear-messages.js';
import type { CarrierAnswer, CredentialValues, Ports } from './ports.js';

type Outcome =
  | { kind: 'answer'; answer: Answer }
  /** `messages`: what mailboxes know where the line knows nothing. */
  | { kind: 'refusal'; refusal: Refusal; messages?: Message[]; byMailOnly?: boolean }
  | { kind: 'later'; until: Date };

type Around = Ports & { gate: Gate };

export type Polled = { watch: Watch; snapshot: Snapshot | null; sourceNow: Date | null };

// Somebody who waits for a first answer is rather told "not now" than left without one.
const PATIENCE_MS = 60_000;

const refusal = (reason: Refusal['reason'], detail: string, more: Partial<Refusal> = {}): Outcome => ({ kind: 'refusal', refusal: { reason, detail, known: false, ...more } });

const needsNothing = (auth: readonly AuthScheme[]): boolean => auth.some(({ kind }) => kind === 'none');

const credentialFor = async (ports: Ports, profile: CarrierProfile, scope: string): Promise<CredentialValues | null> =>
  needsNothing(profile.auth) ? {} : ports.credentials.find(profile.scac, scope);

const fromFault = (answer: Exclude<CarrierAnswer, { kind: 'pages' }>): Outcome => {
  if (answer.kind === 'absent') return refusal('not_found', answer.detail, { known: answer.known });
  if (answer.kind === 'throttled') return refusal('shipping_line_unreachable', answer.detail, { retryAfterMs: answer.retryAfterMs });
  return refusal(answer.reason, answer.detail);
};

type Payload = NonNullable<Answer['payload']>;

/** Where an answer is kept is known at once, and `written` when it is. */
const keep = (ports: Ports, watch: Watch, texts: string[]): { payload: Payload; written: Promise<unknown> } => {
  const now = ports.now();
  const digest = ports.digest(texts);
  const until = new Date(now.getTime() + ports.settings.payloadKeptMs);
  if (digest === watch.payloadDigest && watch.payloadId !== null && watch.payloadUntil !== null) {
    // The same answer again is not kept twice; it only must not expire while it is the latest.
    const halfOver = watch.payloadUntil.getTime() - now.getTime() < ports.settings.payloadKeptMs / 2;
    const payload = { id: watch.payloadId, digest, until: halfOver ? until : watch.payloadUntil };
    return { payload, written: halfOver ? ports.payloads.keepUntil(watch.payloadId, until) : Promise.resolve() };
  }
  const id = ports.newId();
  const written = ports.payloads.add({ id, scac: watch.scac, channel: 'line', numbers: [watch.normalizedNumber], accountId: watch.scope || null, takenAt: now, until, digest, texts });
  return { payload: { id, digest, until }, written };
};

type Pages = Extract<CarrierAnswer, { kind: 'pages' }>;

const understood = async (ports: Ports, profile: CarrierProfile, watch: Watch, { pages, sourceNow: told }: Pages, payload: Payload): Promise<Outcome> => {
  // With the answer or after it: a source whose clock runs fast must not seem to speak of the future.
  const sourceNow = told ?? (await ports.carriers.clock(profile));
  // By a guessed clock all that happened might seem to lie ahead.
  if (!sourceNow) return refusal('shipping_line_unreachable', 'The carrier answered, but its clock did not.');
  const derived = derive(ports, profile, { scac: watch.scac, type: watch.requestType, number: watch.normalizedNumber }, pages, sourceNow, payload.id);
  if (!derived.ok) return refusal('unrecognized_response', derived.reason);

  const { snapshot, faults, unknown } = derived;
  if (payload.id !== watch.payloadId) {
    if (faults.length > 0) await ports.parkedEvents.park(payload.id, watch.scac, faults, ports.now());
    if (unknown.length > 0) await ports.unknownCodes.note(watch.scac, unknown, ports.now());
  }
  if (!hasSucceeded(watch) && snapshot.bookingCancelled) return refusal('booking_cancelled', 'The carrier says the booking was cancelled.', { known: true });
  if (!hasSomethingToTrack(snapshot) && !(hasSucceeded(watch) && snapshot.bookingCancelled)) {
    return refusal('not_found', 'The carrier knows the number and has published nothing to track.', { known: derived.eventCount > 0 || profile.notFound === 'status' });
  }
  return { kind: 'answer', answer: { snapshot, digest: digestOf(ports, snapshot), channel: 'line', sourceNow, phase: phaseOf(snapshot, sourceNow), vesselImos: vesselImosOf(snapshot), payload } };
};

/** Read while it is written: nothing of it is told before it is kept. */
const fromPages = async (ports: Ports, profile: CarrierProfile, watch: Watch, answer: Pages): Promise<Outcome> => {
  const { payload, written } = keep(ports, watch, answer.texts);
  const [outcome] = await Promise.all([understood(ports, profile, watch, answer, payload), written]);
  return outcome;
};

const question = async (ports: Around, profile: CarrierProfile, watch: Watch, credential: CredentialValues): Promise<Outcome> => {
  const limitsId = `${profile.scac}:${watch.scope}`;
  const admission = await ports.gate.take(limitsId, profile.limits);
  if (admission.granted === 0) {
    const until = admission.waitUntil ?? ports.now();
    const waitMs = until.getTime() - ports.now().getTime();
    const tooLong = trackersIn(watch, 'waiting').length > 0 && (admission.because === 'breaker' || waitMs > PATIENCE_MS);
    return tooLong ? refusal('shipping_line_unreachable', `The carrier is not asked just now (${admission.because ?? 'rate'}).`, { retryAfterMs: waitMs }) : { kind: 'later', until };
  }
  const beganAt = ports.now().getTime();
  const answer = await ports.carriers.ask(profile, credential, watch.requestType, watch.normalizedNumber);
  const healthy = answer.kind !== 'fault' && answer.kind !== 'throttled';
  await ports.gate.record(limitsId, profile.limits, healthy ? { kind: 'answered' } : answer.kind === 'throttled' ? answer : { kind: 'failed' });
  ports.telling.asked({ scac: watch.scac, number: watch.normalizedNumber, outcome: answer.kind, durationMs: ports.now().getTime() - beganAt, detail: answer.kind === 'pages' ? undefined : answer.detail });
  return answer.kind === 'pages' ? fromPages(ports, profile, watch, answer) : fromFault(answer);
};

const outcomeOf = async (ports: Around, watch: Watch): Promise<Outcome> => {
  if (!isWanted(watch)) return { kind: 'later', until: ports.now() };
  const profile = ports.carriers.profile(watch.scac);
  if (!profile) return refusal('not_found', 'This carrier is heard by EDI only, and no message has named the number yet.');
  if (profile.parameters[watch.requestType] === null) return refusal('invalid_number', `${profile.name} does not answer for this kind of number.`);
  const credential = await credentialFor(ports, profile, watch.scope);
  if (!credential) return refusal('shipping_line_unreachable', `No credential for ${profile.name} is configured.`);
  return question(ports, profile, watch, credential);
};

const applied = (watch: Watch, outcome: Outcome, now: Date, pace: Pace): Settled => {
  if (outcome.kind === 'later') return { watch: deferred(watch, outcome.until), says: [] };
  if (outcome.kind === 'answer') return answered(watch, outcome.answer, now, pace);
  const heard = toldAll(watch, outcome.messages ?? [], now, !outcome.byMailOnly);
  const after = refused(heard.watch, outcome.refusal, now, pace);
  if (!outcome.byMailOnly) return { watch: after.watch, says: [...heard.says, ...after.says] };
  // There is nobody to ask again: news come by themselves, and silence is no fault.
  return { watch: { ...after.watch, dueAt: null }, says: [...heard.says, ...after.says.filter(({ fact }) => fact !== 'poll_failed')] };
};

const SETTLE_TRIES = 20;

/** Writes the outcome and its facts in one go. Somebody who asked meanwhile is answered too; a lost lease ends it. */
const settle = async (ports: Ports, claimed: Watch, outcome: Outcome): Promise<Watch | undefined> => {
  const pace: Pace = { cadence: ports.carriers.profile(claimed.scac)?.cadence ?? { kind: 'phased' }, luck: ports.luck(), sayUnchangedEveryMs: ports.settings.sayUnchangedEveryMs };
  let current: Watch | undefined = claimed;
  for (let attempt = 0; attempt < SETTLE_TRIES; attempt += 1) {
    if (!current || current.lease !== claimed.lease) return undefined;
    const { watch, says } = applied(current, outcome, ports.now(), pace);
    if ((await ports.watches.save(watch, says)) === 'saved') return watch;
    current = await ports.watches.find(claimed.id);
  }
  return undefined;
};

const guarded = async (ports: Around, claimed: Watch): Promise<Outcome> => {
  try {
    const outcome = await outcomeOf(ports, claimed);
    if (outcome.kind !== 'refusal') return outcome;
    return { ...outcome, messages: await messagesFor(ports, claimed), byMailOnly: ports.carriers.profile(claimed.scac) === null };
  } catch (error) {
    // A fault of ours is an answer too, else the number would be asked again and again with nobody told.
    ports.telling.failed('poll', error);
    return refusal('internal_processing_error', 'The answer could not be processed.');
  }
};

/** Asks the carrier about a claimed watch and settles whatever comes of it. */
export const pollWatch = (ports: Around) => async (claimed: Watch): Promise<Polled | undefined> => {
  const outcome = await guarded(ports, claimed);
  const watch = await settle(ports, claimed, outcome);
  if (!watch) return undefined;
  const answer = outcome.kind === 'answer' ? outcome.answer : null;
  return { watch, snapshot: answer?.snapshot ?? null, sourceNow: answer?.sourceNow ?? null };
};
