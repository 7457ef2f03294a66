import { reported, unloadingsToAsk, unreported, type TerminalPace, type TerminalWatch } from '../domain/terminal-watch.js';
import { trackersIn, type Watch } from '../domain/watch.js';
import type { Snapshot, TerminalReport } from '../domain/snapshot.js';
import type { Gate } from './gate.js';
import type { Ports, TerminalAnswer, TerminalConnector } from './ports.js';

type Around = Ports & { gate: Gate };

// A terminal's door is shared by all its containers; nobody publishes limits, so this is what a careful reader would do.
const LIMITS = { perMinute: 60, burst: 10, breakAfter: 5, openMs: 60_000, longestOpenMs: 1_800_000 };
const UNLIMITED = { ...LIMITS, perMinute: null, burst: 2_000, breakAfter: 50, openMs: 250, longestOpenMs: 1_000 };

const limitsOf = ({ fixedMs }: TerminalConnector) => (fixedMs === null ? LIMITS : UNLIMITED);

/** Containers near or past their last ship or train get a row at the terminal's door; rows that exist stay as they are. */
export const watchTerminals = (ports: Ports, kick: (lane: string) => void) => async (watch: Watch, snapshot: Snapshot, sourceNow: Date): Promise<void> => {
  const plans = unloadingsToAsk(snapshot, sourceNow);
  if (plans.length === 0) return;
  const known = new Set((await ports.terminalWatches.ofWatches([watch.id])).map(({ containerNumber, locode }) => `${containerNumber}@${locode ?? ''}`));
  const profile = ports.carriers.profile(watch.scac);
  for (const plan of plans) {
    const connector = ports.terminals.choose(profile, plan, plan.kind);
    if (!connector || known.has(`${plan.containerNumber}@${plan.locode ?? ''}`)) continue;
    const { containerNumber, locode, smdgCode, bicCode } = plan;
    await ports.terminalWatches.add({
      id: ports.nameId('terminal', watch.id, containerNumber, locode ?? ''),
      watchId: watch.id,
      scac: watch.scac,
      normalizedNumber: watch.normalizedNumber,
      containerNumber,
      connector: connector.name,
      locode,
      smdgCode,
      bicCode,
      dueAt: ports.now(),
      lease: null,
      digest: null,
      lastAttemptedAt: null,
      lastAnsweredAt: null,
      lastChangedAt: null,
      lastFault: null,
      lastFaultAt: null,
      faultsInARow: 0,
      sequence: 0,
      revision: 0,
    });
    kick(connector.name);
  }
};

const ask = async (ports: Around, connector: TerminalConnector, watch: TerminalWatch, scope: string): Promise<TerminalAnswer> => {
  const credential = connector.fixedMs === null ? ((await ports.credentials.find(connector.name, scope)) ?? (await ports.credentials.find(connector.name, ''))) : {};
  if (!credential) return { kind: 'fault', detail: `No credential for ${connector.name} is configured.` };
  const limitsId = `terminal:${connector.name}`;
  const admission = await ports.gate.take(limitsId, limitsOf(connector));
  if (admission.granted === 0) {
    return { kind: 'throttled', detail: 'The terminal is not asked just now.', retryAfterMs: (admission.waitUntil ?? ports.now()).getTime() - ports.now().getTime() };
  }
  const answer = await connector.ask(credential, watch.containerNumber, watch);
  const healthy = answer.kind === 'report' || answer.kind === 'absent';
  await ports.gate.record(limitsId, limitsOf(connector), healthy ? { kind: 'answered' } : answer.kind === 'throttled' ? answer : { kind: 'failed' });
  return answer;
};

/** What a report says, without when it was asked for. */
export const reportDigest = (ports: Pick<Ports, 'digest'>, report: TerminalReport): string => ports.digest({ ...report, checkedAt: undefined });

/** Asks about a claimed container, tells what the terminal says to whoever follows the number, and answers when to ask again. */
export const pollTerminal = (ports: Around) => async (claimed: TerminalWatch): Promise<Date | null> => {
  const parent = await ports.watches.find(claimed.watchId);
  const connector = ports.terminals.named(claimed.connector);
  const trackers = parent ? trackersIn(parent, 'live') : [];
  // Nobody follows, or the door is gone: the row sleeps until a resume or a refresh wakes it.
  if (!parent || !connector || trackers.length === 0) {
    await ports.terminalWatches.save({ ...claimed, lease: null, dueAt: null }, null);
    return null;
  }

  const answer = await ask(ports, connector, claimed, parent.scope);
  const now = ports.now();
  const pace: TerminalPace = { fixedMs: connector.fixedMs, luck: ports.luck() };
  if (answer.kind !== 'report') {
    const later = unreported(claimed, answer.detail, now, pace, answer.kind === 'throttled' ? answer.retryAfterMs : 0);
    await ports.terminalWatches.save(later, null);
    return later.dueAt;
  }
  const digest = reportDigest(ports, answer.report);
  const { watch, changed } = reported(claimed, answer.report, digest, now, pace);
  const dueToSay = changed || now.getTime() - (claimed.lastAnsweredAt?.getTime() ?? 0) >= ports.settings.sayUnchangedEveryMs;
  if (changed) await keepReport(ports, claimed, answer.text, now);
  await ports.terminalWatches.save(watch, dueToSay ? { report: answer.report, trackers, takenAt: now } : null);
  return watch.dueAt;
};

const keepReport = async (ports: Ports, watch: TerminalWatch, text: string, now: Date): Promise<void> => {
  const until = new Date(now.getTime() + ports.settings.payloadKeptMs);
  await ports.payloads.add({ id: ports.newId(), scac: watch.scac, channel: 'terminal', numbers: [watch.containerNumber], accountId: null, takenAt: now, until, digest: ports.digest([text]), texts: [text] });
};
