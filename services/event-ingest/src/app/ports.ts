import type { RequestType } from '@landfall/shipping/request-type';
import type { VesselPosition } from '../domain/ais.js';
import type { Berthing, Harbour } from '../domain/berthing.js';
import type { KeptMessage } from '../domain/partner-message.js';
import type { VesselTrack } from '../domain/vessel-track.js';
import type { CarrierProfile } from '../domain/carrier-profile.js';
import type { ZoneOf } from '../domain/carrier-event.js';
import type { LimitState } from '../domain/limits.js';
import type { EventFault, UnknownCode } from '../domain/normalise.js';
import type { TerminalReport } from '../domain/snapshot.js';
import type { TerminalPlace, TerminalWatch, Yard } from '../domain/terminal-watch.js';
import type { Said, Tracker, Watch } from '../domain/watch.js';

export type Saved = 'saved' | 'conflict';

/** Rows that replicas share: whoever claims one has it until the lease ends. */
export interface Watches {
  find(id: string): Promise<Watch | undefined>;
  add(watch: Watch): Promise<'added' | 'exists'>;
  /** Compares `revision`; the facts go with the row in one write. */
  save(watch: Watch, says: readonly Said[]): Promise<Saved>;
  claim(lane: string, limit: number, now: Date, until: Date, lease: string): Promise<Watch[]>;
  nextDue(lane: string): Promise<Date | null>;
  byTrackers(accountId: string, trackingRequestIds: readonly string[]): Promise<Watch[]>;
  byNumbers(scac: string, numbers: readonly string[]): Promise<Watch[]>;
  /** Every watch that ever said something, a page at a time, for running a mapping again. */
  page(filter: { scac?: string | undefined; normalizedNumber?: string | undefined; since?: Date | undefined }, afterId: string, limit: number): Promise<Watch[]>;
  followedVessels(): Promise<string[]>;
  /** Who follows a number that travels on this ship. */
  followersOf(imo: string): Promise<Tracker[]>;
}

export interface TerminalWatches {
  add(watch: TerminalWatch): Promise<'added' | 'exists'>;
  save(watch: TerminalWatch, report: { report: TerminalReport; trackers: Tracker[]; takenAt: Date } | null): Promise<Saved>;
  claim(lane: string, limit: number, now: Date, until: Date, lease: string): Promise<TerminalWatch[]>;
  nextDue(lane: string): Promise<Date | null>;
  ofWatches(watchIds: readonly string[]): Promise<TerminalWatch[]>;
  hurry(watchIds: readonly string[], now: Date): Promise<number>;
}

export type PayloadChannel = 'line' | 'edi' | 'push' | 'terminal';

export type Payload = {
  id: string;
  scac: string;
  channel: PayloadChannel;
  /** Numbers it speaks of, normalized; how later look-ups find a message. */
  numbers: string[];
  accountId: string | null;
  takenAt: Date;
  until: Date;
  digest: string;
  /** The texts as they came: pages of an answer, or one message. */
  texts: string[];
};

export interface Payloads {
  add(payload: Payload): Promise<'added' | 'exists'>;
  find(id: string): Promise<Payload | undefined>;
  keepUntil(id: string, until: Date): Promise<void>;
  messages(scac: string, numbers: readonly string[], accountIds: readonly string[]): Promise<Payload[]>;
  /** What a terminal said of a container at that very moment. */
  report(containerNumber: string, takenAt: Date): Promise<Payload | undefined>;
}

export type ParkedEvent = { scac: string; payloadId: string; index: number; reason: string; event: unknown; at: Date };

export interface ParkedEvents {
  park(payloadId: string, scac: string, faults: readonly EventFault[], at: Date): Promise<void>;
  list(limit: number): Promise<ParkedEvent[]>;
}

export type NotedCode = { scac: string; code: string; originalEvent: string; seen: number; lastSeenAt: Date };

export interface UnknownCodes {
  note(scac: string, codes: readonly UnknownCode[], at: Date): Promise<void>;
  list(limit: number): Promise<NotedCode[]>;
}

export interface Limits {
  find(id: string): Promise<LimitState | undefined>;
  save(state: LimitState): Promise<Saved>;
}

export type CredentialValues = Record<string, string>;

export interface Credentials {
  put(provider: string, accountId: string, values: CredentialValues): Promise<void>;
  find(provider: string, accountId: string): Promise<CredentialValues | null>;
  has(provider: string, accountId: string): Promise<boolean>;
}

/** What came of a question. Only `pages` is data; everything else says why there is none. */
export type CarrierAnswer =
  /** `sourceNow`: what the carrier's clock said with the answer, if it says it there. */
  | { kind: 'pages'; texts: string[]; pages: unknown[]; sourceNow?: Date }
  | { kind: 'absent'; known: boolean; detail: string }
  | { kind: 'refused'; reason: 'invalid_number' | 'data_unavailable'; detail: string }
  | { kind: 'throttled'; detail: string; retryAfterMs: number | undefined }
  | { kind: 'fault'; reason: 'shipping_line_unreachable' | 'unrecognized_response'; detail: string };

export interface Carriers {
  profile(scac: string): CarrierProfile | null;
  ask(profile: CarrierProfile, credential: CredentialValues, type: RequestType, number: string): Promise<CarrierAnswer>;
  /** What the carrier's clock says; null when it cannot be read just now. */
  clock(profile: CarrierProfile): Promise<Date | null>;
}

export type TerminalAnswer =
  | { kind: 'report'; report: TerminalReport; text: string }
  | { kind: 'absent'; detail: string }
  | { kind: 'throttled'; detail: string; retryAfterMs: number | undefined }
  | { kind: 'fault'; detail: string };

/** One terminal operator's or railway's door. */
export interface TerminalConnector {
  name: string;
  kind: Yard;
  /** Paces and limits are those of the door, not of the carrier. */
  concurrency: number;
  fixedMs: number | null;
  serves(place: TerminalPlace): boolean;
  ask(credential: CredentialValues, containerNumber: string, place: TerminalPlace): Promise<TerminalAnswer>;
  /** A kept answer once more, as of the moment it was given. */
  read(text: string, containerNumber: string, place: TerminalPlace, at: Date): TerminalAnswer;
}

export interface Terminals {
  named(name: string): TerminalConnector | null;
  /** Who can be asked about this place; a carrier's own feed comes first. */
  choose(profile: CarrierProfile | null, place: TerminalPlace, kind: Yard): TerminalConnector | null;
  all(): readonly TerminalConnector[];
}

export interface Detections {
  /** The answer for a request without SCAC; the same request is answered once. */
  answer(tracker: Tracker, attempt: number, answer: { scac: string; confidence: number } | { failed: string }, at: Date): Promise<void>;
}

export type Detection = {
  numberType: string;
  validation: { type: string; isValid: boolean | null; checkDigitPassed: boolean | null; parsedNumber: string; reason: string | null };
  decision: string;
  selected: { scac: string; name: string; confidence: number } | null;
  candidates: readonly { scac: string; name: string; confidence: number }[];
};

export interface Reference {
  detect(number: string): Detection;
  zoneOf: ZoneOf;
  lineName(scac: string): string;
  harbourAt(latitude: number, longitude: number): Harbour;
}

export type ReceivedMessage = { accountId: string; format: 'x12' | 'edifact' | 'dcsa_push'; body: Buffer; headers: Record<string, string>; channel: string };

export type Verdict = { reference: string; verdict: 'accepted' | 'duplicate' | 'refused'; detail: string };

export type Received = { receiptId: string; duplicate: boolean; acknowledgement: string; verdicts: Verdict[] };

/** One message inside an interchange; with a fault it is refused, and the others are read all the same. */
export type SetOfMessage = { reference: string; fault: string | null; message: KeptMessage };

export interface Syntax {
  read(format: ReceivedMessage['format'], body: Buffer): { sets: SetOfMessage[]; acknowledge(verdicts: readonly Verdict[], at: Date): string };
  /** Over the raw bytes, in constant time. */
  isSigned(body: Buffer, signature: string, base64Secret: string): boolean;
}

export interface Partners {
  scacOf(channel: string): string | undefined;
}

/** Interchanges as they came, kept before they are read. */
export interface Receipts {
  /** The result of the first time, if this one was read before. */
  keep(id: string, received: ReceivedMessage, at: Date): Promise<Omit<Received, 'receiptId' | 'duplicate'> | null>;
  finish(id: string, result: Omit<Received, 'receiptId' | 'duplicate'>): Promise<void>;
  unfinished(before: Date, limit: number): Promise<{ id: string; received: ReceivedMessage }[]>;
}

export type PositionQuery = { imo?: string | undefined; mmsi?: string | undefined; from?: Date | undefined; to?: Date | undefined; limit: number };

export interface Vessels {
  find(mmsi: string): Promise<VesselTrack | undefined>;
  byImos(imos: readonly string[]): Promise<VesselTrack[]>;
  /** The track, the position in its bucket, and the fact that tells of it. */
  save(track: VesselTrack, position: VesselPosition | null): Promise<VesselTrack>;
  positions(query: PositionQuery): Promise<VesselPosition[]>;
}

export interface Berthings {
  /** Once a ship and moment; the facts go with the row. */
  say(berthing: Berthing, trackers: readonly Tracker[]): Promise<void>;
}

/** Days of positions that nobody follows live any more. */
export interface OldPositions {
  /** Thins out at most so many days that are due; answers how many there were. */
  coarsen(now: Date, most: number): Promise<number>;
}

/** Which of several replicas does what only one may do. */
export interface Leases {
  hold(name: string, holder: string, now: Date, until: Date): Promise<boolean>;
  release(name: string, holder: string): Promise<void>;
}

export interface Telling {
  asked(line: { scac: string; number: string; outcome: string; durationMs: number; detail?: string | undefined }): void;
  failed(what: string, error: unknown): void;
}

export type Settings = { leaseMs: number; payloadKeptMs: number; sayUnchangedEveryMs: number };

/** What every use case may reach. Time, chance and identity come from here, so that tests decide them. */
export interface Ports {
  watches: Watches;
  terminalWatches: TerminalWatches;
  payloads: Payloads;
  parkedEvents: ParkedEvents;
  unknownCodes: UnknownCodes;
  limits: Limits;
  credentials: Credentials;
  carriers: Carriers;
  terminals: Terminals;
  detections: Detections;
  syntax: Syntax;
  partners: Partners;
  receipts: Receipts;
  vessels: Vessels;
  oldPositions: OldPositions;
  berthings: Berthings;
  reference: Reference;
  telling: Telling;
  settings: Settings;
  now: () => Date;
  luck: () => number;
  newId: () => string;
  nameId: (...parts: string[]) => string;
  digest: (value: unknown) => string;
}
