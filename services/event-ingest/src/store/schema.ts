import { outbox } from '@landfall/kit/outbox';
import { Schema } from 'mongoose';
import type { TerminalWatch } from '../domain/terminal-watch.js';
import type { Watch } from '../domain/watch.js';

type Row<T extends { id: string }> = Omit<T, 'id'> & { _id: string };

/** `lane` is the queue that asks for the row: one per carrier, so that one that hangs fills only its own. */
export type WatchRow = Row<Watch> & { lane: string };
export type TerminalWatchRow = Row<TerminalWatch>;

const tracker = { _id: false, accountId: String, trackingRequestId: String, state: String, attempt: Number, since: Date, told: Number };

const freshness = {
  dueAt: { type: Date, default: null },
  lease: { type: String, default: null },
  digest: { type: String, default: null },
  sequence: Number,
  lastAttemptedAt: { type: Date, default: null },
  lastAnsweredAt: { type: Date, default: null },
  lastChangedAt: { type: Date, default: null },
  lastFault: { type: String, default: null },
  lastFaultAt: { type: Date, default: null },
  faultsInARow: Number,
  revision: Number,
};

export const watchSchema = new Schema<WatchRow>(
  {
    _id: String,
    lane: String,
    scope: String,
    scac: String,
    requestType: String,
    normalizedNumber: String,
    trackers: [tracker],
    heard: {},
    payloadId: { type: String, default: null },
    payloadDigest: { type: String, default: null },
    payloadUntil: { type: Date, default: null },
    phase: String,
    vesselImos: [String],
    lastSaidAt: { type: Date, default: null },
    lastSourceNow: { type: Date, default: null },
    ...freshness,
  } as never,
  { collection: 'watches', versionKey: false, minimize: false },
);
outbox(watchSchema as never);

export const terminalWatchSchema = new Schema<TerminalWatchRow>(
  {
    _id: String,
    watchId: String,
    scac: String,
    normalizedNumber: String,
    containerNumber: String,
    connector: String,
    locode: { type: String, default: null },
    smdgCode: { type: String, default: null },
    bicCode: { type: String, default: null },
    ...freshness,
  } as never,
  { collection: 'terminal_watches', versionKey: false, minimize: false },
);
outbox(terminalWatchSchema as never);
