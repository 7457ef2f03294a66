import { nameId, newId } from '@landfall/kit/identity';
import { seededRandom } from '@landfall/testkit/seeded-random';
import type { CredentialValues, Payload, Ports, Received, ReceivedMessage } from '../../src/app/ports.js';
import type { VesselPosition } from '../../src/domain/ais.js';
import type { Berthing } from '../../src/domain/berthing.js';
import type { LimitState } from '../../src/domain/limits.js';
import type { EventFault } from '../../src/domain/normalise.js';
import type { TerminalReport } from '../../src/domain/snapshot.js';
import type { TerminalWatch } from '../../src/domain/terminal-watch.js';
import type { VesselTrack } from '../../src/domain/vessel-track.js';
import { trackersIn, type Said, type Tracker, type Watch } from '../../src/domain/watch.js';
import { digest } from '../../src/outside/digest.js';
import { syntax } from '../../src/outside/edi/syntax.js';
import { reference } from '../../src/outside/reference.js';
import { terminals } from '../../src/outside/terminals/terminals.js';

export type Memory = {
  said: Said[];
  reports: { report: TerminalReport; trackers: Tracker[] }[];
  positions: VesselPosition[];
  berthed: { berthing: Berthing; trackers: readonly Tracker[] }[];
  detected: { tracker: Tracker; attempt: number; answer: { scac: string; confidence: number } | { failed: string } }[];
  watches: Map<string, Watch>;
  terminalWatches: Map<string, TerminalWatch>;
  payloads: Map<string, Payload>;
  parked: EventFault[];
  unknown: Map<string, number>;
  credentials: Map<string, CredentialValues>;
  limits: Map<string, LimitState>;
  faults: unknown[];
  clock: { now: Date };
  ports: Ports;
};

const claimIn = <Row extends { dueAt: Date | null; lease: string | null; revision: number; id: string }>(rows: Map<string, Row>, mine: (row: Row) => boolean) =>
  async (limit: number, now: Date, until: Date, lease: string): Promise<Row[]> => {
    const due = [...rows.values()].filter((row) => mine(row) && row.dueAt !== null && row.dueAt <= now);
    return due.sort((a, b) => Number(a.dueAt) - Number(b.dueAt)).slice(0, limit).map((row) => {
      const claimed = { ...row, dueAt: until, lease, revision: row.revision + 1 };
      rows.set(row.id, claimed);
      return claimed;
    });
  };

const earliest = (rows: Iterable<{ dueAt: Date | null }>): Date | null => {
  const dates = [...rows].flatMap(({ dueAt }) => (dueAt ? [dueAt.getTime()] : []));
  return dates.length === 0 ? null : new Date(Math.min(...dates));
};

const saveIn = <Row extends { id: string; revision: number }>(rows: Map<string, Row>, row: Row): 'saved' | 'conflict' => {
  if ((rows.get(row.id)?.revision ?? 0) !== row.revision) return 'conflict';
  rows.set(row.id, { ...row, revision: row.revision + 1 });
  return 'saved';
};

const added = <Row extends { id: string }>(rows: Map<string, Row>, row: Row): 'added' | 'exists' => {
  if (rows.has(row.id)) return 'exists';
  rows.set(row.id, row);
  return 'added';
};

const watchPorts = (memory: Memory, laneOf: (scac: string) => string): Pick<Ports, 'watches' | 'terminalWatches'> => {
  const { watches: rows, terminalWatches: boxes } = memory;
  return {
    watches: {
      find: async (id) => rows.get(id),
      add: async (watch) => added(rows, watch),
      save: async (watch, says) => {
        const saved = saveIn(rows, watch);
        if (saved === 'saved') memory.said.push(...says);
        return saved;
      },
      claim: (lane, ...rest) => claimIn(rows, ({ scac }) => laneOf(scac) === lane)(...rest),
      nextDue: async (lane) => earliest([...rows.values()].filter(({ scac }) => laneOf(scac) === lane)),
      byTrackers: async (accountId, ids) => [...rows.values()].filter(({ trackers }) => trackers.some((tracker) => tracker.accountId === accountId && ids.includes(tracker.trackingRequestId))),
      byNumbers: async (scac, numbers) => [...rows.values()].filter((watch) => watch.scac === scac && numbers.includes(watch.normalizedNumber)),
      page: async ({ scac, normalizedNumber }, afterId, limit) =>
        [...rows.values()].filter((watch) => watch.id > afterId && watch.sequence > 0 && (!scac || watch.scac === scac) && (!normalizedNumber || watch.normalizedNumber === normalizedNumber)).sort((a, b) => (a.id < b.id ? -1 : 1)).slice(0, limit),
      followersOf: async (imo) => [...rows.values()].filter(({ vesselImos }) => vesselImos.includes(imo)).flatMap((watch) => trackersIn(watch, 'live')),
      followedVessels: async () => [...new Set([...rows.values()].filter(({ dueAt }) => dueAt).flatMap(({ vesselImos }) => vesselImos))],
    },
    terminalWatches: {
      add: async (watch) => added(boxes, watch),
      save: async (watch, told) => {
        const saved = saveIn(boxes, watch);
        if (saved === 'saved' && told && told.trackers.length > 0) memory.reports.push(told);
        return saved;
      },
      claim: (lane, ...rest) => claimIn(boxes, ({ connector }) => connector === lane)(...rest),
      nextDue: async (lane) => earliest([...boxes.values()].filter(({ connector }) => connector === lane)),
      ofWatches: async (ids) => [...boxes.values()].filter(({ watchId }) => ids.includes(watchId)),
      hurry: async (ids, now) => {
        const hit = [...boxes.values()].filter(({ watchId, dueAt }) => ids.includes(watchId) && dueAt !== null && dueAt > now);
        hit.forEach((row) => boxes.set(row.id, { ...row, dueAt: now, revision: row.revision + 1 }));
        return hit.length;
      },
    },
  };
};

const keepingPorts = (memory: Memory): Pick<Ports, 'payloads' | 'parkedEvents' | 'unknownCodes' | 'limits' | 'credentials' | 'detections' | 'receipts' | 'vessels' | 'oldPositions' | 'berthings'> => {
  const receipts = new Map<string, { received: ReceivedMessage; at: Date; result: Omit<Received, 'receiptId' | 'duplicate'> | null }>();
  const vessels = new Map<string, VesselTrack>();
  const key = (provider: string, accountId: string) => `${provider}:${accountId}`;
  return {
    payloads: {
      add: async (payload) => added(memory.payloads, payload),
      find: async (id) => memory.payloads.get(id),
      keepUntil: async (id, until) => void memory.payloads.set(id, { ...memory.payloads.get(id)!, until }),
      report: async (containerNumber, takenAt) => [...memory.payloads.values()].find((payload) => payload.channel === 'terminal' && payload.numbers.includes(containerNumber) && payload.takenAt.getTime() === takenAt.getTime()),
      messages: async (scac, numbers, accountIds) =>
        [...memory.payloads.values()].filter((payload) => payload.scac === scac && (payload.channel === 'edi' || payload.channel === 'push') && payload.numbers.some((number) => numbers.includes(number)) && (payload.accountId === null || accountIds.includes(payload.accountId))),
    },
    parkedEvents: {
      park: async (_payloadId, _scac, faults) => void memory.parked.push(...faults),
      list: async () => memory.parked.map(({ index, reason, event }) => ({ scac: 'EXMP', payloadId: '', index, reason, event, at: memory.clock.now })),
    },
    unknownCodes: {
      note: async (scac, codes) => codes.forEach(({ code }) => memory.unknown.set(`${scac}:${code}`, (memory.unknown.get(`${scac}:${code}`) ?? 0) + 1)),
      list: async () => [...memory.unknown].map(([key, seen]) => ({ scac: key.split(':')[0]!, code: key.split(':')[1]!, originalEvent: '', seen, lastSeenAt: memory.clock.now })),
    },
    limits: {
      find: async (id) => memory.limits.get(id),
      save: async (state) => saveIn(memory.limits, state),
    },
    credentials: {
      put: async (provider, accountId, values) => void memory.credentials.set(key(provider, accountId), values),
      find: async (provider, accountId) => memory.credentials.get(key(provider, accountId)) ?? null,
      has: async (provider, accountId) => memory.credentials.has(key(provider, accountId)),
    },
    detections: { answer: async (tracker, attempt, answer) => void memory.detected.push({ tracker, attempt, answer }) },
    receipts: {
      keep: async (id, received, at) => {
        const known = receipts.get(id);
        if (known) return known.result;
        receipts.set(id, { received, at, result: null });
        return null;
      },
      finish: async (id, result) => void receipts.set(id, { ...receipts.get(id)!, result }),
      unfinished: async (before) => [...receipts].filter(([, { at, result }]) => result === null && at <= before).map(([id, { received }]) => ({ id, received })),
    },
    berthings: { say: async (berthing, trackers) => void memory.berthed.push({ berthing, trackers }) },
    oldPositions: { coarsen: async () => 0 },
    vessels: {
      find: async (mmsi) => vessels.get(mmsi),
      byImos: async (imos) => [...vessels.values()].filter((track) => track.imos.some((imo) => imos.includes(imo))),
      save: async (track, position) => {
        vessels.set(track.id, track);
        if (position) memory.positions.push(position);
        return track;
      },
      positions: async () => memory.positions,
    },
  };
};

/** Every port in memory, with the rules of the store: revisions are compared, leases are dates, nothing is shared. */
export const memoryPorts = (parts: Pick<Ports, 'carriers'> & Partial<Ports>, now = new Date('2026-03-10T00:00:00Z')): Memory => {
  const memory = {
    said: [], reports: [], positions: [], berthed: [], detected: [], watches: new Map(), terminalWatches: new Map(), payloads: new Map(),
    parked: [], unknown: new Map(), credentials: new Map(), limits: new Map(), faults: [], clock: { now },
  } as unknown as Memory;
  const laneOf = (scac: string) => parts.carriers.profile(scac)?.scac ?? '*';
  memory.ports = {
    ...watchPorts(memory, laneOf),
    ...keepingPorts(memory),
    terminals: terminals([]),
    syntax: syntax(),
    partners: { scacOf: () => undefined },
    reference: reference(undefined),
    telling: { asked: () => undefined, failed: (_what, error) => void memory.faults.push(error) },
    settings: { leaseMs: 60_000, payloadKeptMs: 86_400_000, sayUnchangedEveryMs: 0 },
    now: () => memory.clock.now,
    luck: seededRandom(1),
    newId,
    nameId,
    digest,
    ...parts,
  };
  return memory;
};
