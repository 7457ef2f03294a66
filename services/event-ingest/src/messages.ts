import { facts } from '@landfall/contracts/facts';
import type { InferNumberResponse, ParkedEvent as ParkedEventMessage, ReceiveMessageRequest, ReceiveMessageResponse, Source as SourceMessage } from '@landfall/contracts/gen/event_ingest/v1/event_ingest';
import type { LookupFailed, PollFailed, ScacDetected, SnapshotTaken, TerminalReportTaken, VesselBerthed, VesselPosition as PositionMessage, VesselPositionTaken } from '@landfall/contracts/gen/event_ingest/v1/facts';
import type { ShipmentTrackingResumed, ShipmentTrackingStopped } from '@landfall/contracts/gen/shipment/v1/facts';
import type { TrackingRequest } from '@landfall/contracts/gen/tracking_request/v1/tracking_request';
import { entry, type OutboxEntry } from '@landfall/kit/outbox';
import { nameId } from '@landfall/kit/identity';
import { problem } from '@landfall/kit/problem';
import { parseRequestType } from '@landfall/shipping/request-type';
import type { Source } from './app/list-sources.js';
import type { Detection, ParkedEvent, Received, ReceivedMessage } from './app/ports.js';
import type { VesselPosition } from './domain/ais.js';
import type { Berthing } from './domain/berthing.js';
import type { TerminalReport } from './domain/snapshot.js';
import type { TerminalWatch } from './domain/terminal-watch.js';
import type { Said, Tracker } from './domain/watch.js';
import type { Tracking, Wanted } from './app/track.js';

export const fromTrackingRequest = (request: TrackingRequest | undefined): Wanted => {
  const requestType = request && parseRequestType(request.requestType);
  if (!request || !requestType) throw problem('invalid', 'The fact carries no tracking request that can be looked up.');
  return { accountId: request.accountId, trackingRequestId: request.id, requestType, normalizedNumber: request.normalizedNumber, scac: request.scac ?? null };
};

export const fromTracking = ({ accountId, shipment }: ShipmentTrackingStopped | ShipmentTrackingResumed): Tracking => ({ accountId, trackingRequestIds: shipment?.trackingRequestIds ?? [], revision: shipment?.revision ?? 0 });

const snapshotTaken = (said: Extract<Said, { fact: 'snapshot_taken' }>): SnapshotTaken => ({
  watchId: said.watch.id,
  scac: said.watch.scac,
  requestType: said.watch.requestType,
  normalizedNumber: said.watch.normalizedNumber,
  snapshot: said.snapshot,
  digest: said.digest,
  takenAt: said.takenAt,
  nextDueAt: said.nextDueAt ?? undefined,
  trackers: said.trackers,
  channel: said.channel,
  sequence: said.sequence,
  sourceNow: said.sourceNow,
});

const lookupFailed = ({ tracker, scac, reason, detail, failedAt, known, attempt }: Extract<Said, { fact: 'lookup_failed' }>): LookupFailed => ({
  ...tracker,
  scac: scac ?? undefined,
  reason,
  detail,
  failedAt,
  known,
  attempt,
});

const pollFailed = ({ watch, reason, detail, failedAt, nextDueAt, trackers, source }: Extract<Said, { fact: 'poll_failed' }>): PollFailed => ({
  watchId: watch.id,
  scac: watch.scac,
  normalizedNumber: watch.normalizedNumber,
  reason,
  detail,
  failedAt,
  nextDueAt: nextDueAt ?? undefined,
  trackers,
  source,
});

/** A fact with the id that makes its repeats one: a watch counts its snapshots, a request its look-ups. */
export const toOutbox = (said: Said): OutboxEntry => {
  if (said.fact === 'snapshot_taken') return entry(facts.carrier.snapshotTaken, snapshotTaken(said), nameId('snapshot', said.watch.id, String(said.sequence)));
  if (said.fact === 'lookup_failed') return entry(facts.carrier.lookupFailed, lookupFailed(said), nameId('lookup', said.tracker.trackingRequestId, String(said.attempt)));
  return entry(facts.carrier.pollFailed, pollFailed(said), nameId('poll_failed', said.watch.id, said.source, said.failedAt.toISOString()));
};

export const detectionOutbox = (tracker: Tracker, attempt: number, answer: { scac: string; confidence: number } | { failed: string }, at: Date): OutboxEntry => {
  if ('failed' in answer) return toOutbox({ fact: 'lookup_failed', tracker, scac: null, reason: 'scac_auto_detect_failed', detail: answer.failed, failedAt: at, known: false, attempt });
  const detected: ScacDetected = { ...tracker, ...answer, detectedAt: at };
  return entry(facts.carrier.scacDetected, detected, nameId('detected', tracker.trackingRequestId));
};

export const reportOutbox = (watch: TerminalWatch, report: TerminalReport, trackers: Tracker[], takenAt: Date): OutboxEntry => {
  const message: TerminalReportTaken = {
    watchId: watch.watchId,
    scac: watch.scac,
    normalizedNumber: watch.normalizedNumber,
    report,
    digest: watch.digest ?? '',
    takenAt,
    nextDueAt: watch.dueAt ?? undefined,
    trackers,
  };
  return entry(facts.terminal.reportTaken, message, nameId('report', watch.id, String(watch.sequence)));
};

export const berthedOutbox = ({ mmsi, imo, name, position, harbour }: Berthing, trackers: Tracker[], id: string): OutboxEntry => {
  const terminal = { terminalLocode: harbour.terminal?.locode, terminalSmdgCode: harbour.terminal?.smdgCode };
  const message: VesselBerthed = { imo, mmsi, name: name ?? undefined, locodes: harbour.locodes, ...terminal, position, berthedAt: position.at, trackers };
  return entry(facts.vessel.berthed, message, id);
};

export const positionOutbox = (position: VesselPositionTaken, id: string): OutboxEntry => entry(facts.vessel.positionTaken, position, id);

const FORMATS = new Set(['x12', 'edifact', 'dcsa_push']);

export const fromReceive = ({ accountId, format, body, headers, channel }: ReceiveMessageRequest): ReceivedMessage => {
  if (!FORMATS.has(format)) throw problem('invalid', `The format ${format} is none of x12, edifact, dcsa_push.`, { pointer: '/format' });
  // Header names have no case.
  const lower = Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]));
  return { accountId, format: format as ReceivedMessage['format'], body: Buffer.from(body), headers: lower, channel };
};

export const toReceived = ({ receiptId, duplicate, acknowledgement, verdicts }: Received): ReceiveMessageResponse => ({
  receiptId,
  duplicate,
  acknowledgement,
  verdicts: verdicts.map(({ reference, verdict, detail }) => ({ messageReference: reference, verdict, detail })),
});

export const toInferred = ({ numberType, validation, decision, selected, candidates }: Detection): InferNumberResponse => ({
  numberType,
  validation: {
    isValid: validation.isValid ?? undefined,
    type: validation.type,
    checkDigitPassed: validation.checkDigitPassed ?? undefined,
    parsedNumber: validation.parsedNumber,
    reason: validation.reason ?? undefined,
  },
  decision,
  selected: selected ?? undefined,
  candidates: [...candidates],
});

export const toSource = (source: Source): SourceMessage => ({
  kind: source.kind,
  name: source.name,
  subject: source.subject ?? undefined,
  lastAttemptedAt: source.lastAttemptedAt ?? undefined,
  lastAnsweredAt: source.lastAnsweredAt ?? undefined,
  lastChangedAt: source.lastChangedAt ?? undefined,
  nextDueAt: source.nextDueAt ?? undefined,
  lastFault: source.lastFault ?? undefined,
  lastFaultAt: source.lastFaultAt ?? undefined,
});

export const toParkedEvent = ({ event, at, ...rest }: ParkedEvent): ParkedEventMessage => ({ ...rest, eventJson: JSON.stringify(event) ?? '', parkedAt: at });

export const toPosition = (position: VesselPosition): PositionMessage => position;
