import { problem } from '@landfall/kit/problem';
import type { ArchivedEvents, Containers, Providers, Requests, Shipments } from '../../src/app/ports.js';
import type { KeptEvent } from '../../src/domain/carrier-event.js';
import type { Container } from '../../src/domain/container.js';
import { containerRange } from '../../src/domain/event-id.js';
import type { Said } from '../../src/domain/said.js';
import type { Shipment } from '../../src/domain/shipment.js';
import { matching, type TrackedRequest } from '../../src/domain/tracked-request.js';

/** What lists and searches need is an index, and a fake of one would prove nothing. */
type Unlisted<Port> = Omit<Port, 'list' | 'search' | 'shipmentChanged'>;

export type MemoryBacks = { requests: Requests; shipments: Unlisted<Shipments>; containers: Unlisted<Containers>; archive: ArchivedEvents; providers: Providers; said: Said[] };

const conflict = () => problem('revision_conflict', 'Changed meanwhile.');

const requestsIn = (rows: Map<string, TrackedRequest>): Requests => ({
  remember: async (request) => void rows.set(request.id, { ...rows.get(request.id), ...request }),
  end: async (accountId, id, at) => void rows.set(id, { ...(rows.get(id) ?? { id, accountId }), endedAt: at } as TrackedRequest),
  find: async (accountId, id) => {
    const row = rows.get(id);
    return row?.accountId === accountId ? row : undefined;
  },
});

const shipmentsIn = (rows: Map<string, Shipment>, said: Said[]): Unlisted<Shipments> => {
  const some = (accountId: string, test: (row: Shipment) => boolean) => [...rows.values()].filter((row) => row.accountId === accountId && test(row));
  const numbersOf = ({ billOfLadingNumber, normalizedNumber, bookingNumber, requestNumbers, scac }: Shipment) =>
    [billOfLadingNumber, normalizedNumber, bookingNumber ?? normalizedNumber, ...requestNumbers].map((number) => matching(number, scac));
  const find: Shipments['find'] = async (accountId, id) => some(accountId, (row) => row.id === id)[0];
  return {
    find,
    findMany: async (accountId, ids) => some(accountId, ({ id }) => ids.includes(id)),
    lastAskedAt: async (accountId, ids) => new Map(some(accountId, ({ id }) => ids.includes(id)).flatMap(({ id, lineTrackingLastAttemptedAt: at }) => (at ? [[id, at] as const] : []))),
    findByRequest: async (accountId, requestId) => some(accountId, ({ trackingRequestIds }) => trackingRequestIds.includes(requestId))[0],
    findByNumber: async (accountId, scac, numbers) => some(accountId, (row) => row.scac === scac && numbersOf(row).some((number) => numbers.includes(number)))[0],
    noteUnchanged: async ({ accountId, shipmentId, watchId, sequence, digest, takenAt, sourceNow }) => {
      const row = await find(accountId, shipmentId);
      const watch = row?.watches[watchId];
      if (!row || watch?.digest !== digest || watch.sequence >= sequence || !row.stopRuleAt || row.stopRuleAt <= sourceNow) return false;
      const watches = { ...row.watches, [watchId]: { digest, sequence } };
      rows.set(row.id, { ...row, watches, lineTrackingLastAttemptedAt: takenAt, lineTrackingLastSucceededAt: takenAt, heardAt: takenAt, sourceNow, revision: row.revision + 1 });
      return true;
    },
    noteAttempt: async (accountId, requestId, at) => {
      const [row] = some(accountId, ({ trackingRequestIds }) => trackingRequestIds.includes(requestId));
      if (!row || (row.lineTrackingLastAttemptedAt && row.lineTrackingLastAttemptedAt >= at)) return;
      rows.set(row.id, { ...row, lineTrackingLastAttemptedAt: at, revision: row.revision + 1 });
    },
    // Lists, which are counted for, are not in memory.
    count: async () => undefined,
    save: async (before, after, says) => {
      if ((rows.get(after.id)?.revision ?? 0) !== before.revision) throw conflict();
      rows.set(after.id, after);
      said.push(...says);
    },
    claimDue: async (now, leaseMs, most) => {
      const due = [...rows.values()].filter(({ stopDueAt }) => stopDueAt && stopDueAt <= now).sort((a, b) => Number(a.stopDueAt) - Number(b.stopDueAt)).slice(0, most);
      return due.map((row) => {
        const claimed = { ...row, stopDueAt: new Date(now.getTime() + leaseMs) };
        rows.set(row.id, claimed);
        return claimed;
      });
    },
  };
};

const containersIn = (rows: Map<string, Container>, said: Said[]): Unlisted<Containers> => {
  const some = (accountId: string, test: (row: Container) => boolean) => [...rows.values()].filter((row) => row.accountId === accountId && test(row));
  const byPlace = (a: Container, b: Container) => (a.number < b.number ? -1 : a.number > b.number ? 1 : a.ordinal - b.ordinal);
  return {
    find: async (accountId, id) => some(accountId, (row) => row.id === id)[0],
    findMany: async (accountId, ids) => some(accountId, ({ id }) => ids.includes(id)),
    ofShipment: async (accountId, shipmentId) => some(accountId, (row) => row.shipmentId === shipmentId).sort(byPlace),
    // Each by itself: one that cannot be written does not hold back the others.
    saveAll: async (_shipment, changes) => {
      const fits = changes.map(({ before, container }) => (rows.get(container.id)?.revision ?? 0) === (before?.revision ?? 0));
      changes.forEach(({ container, says }, index) => {
        if (!fits[index]) return;
        rows.set(container.id, container);
        said.push(...says);
      });
      if (fits.includes(false)) throw conflict();
    },
    withEvents: async (accountId, eventIds) => some(accountId, ({ id }) => eventIds.map(containerRange).some(([from, to]) => id > from && id < to)),
  };
};

const archiveIn = (rows: Map<string, { accountId: string; containerId: string; row: KeptEvent }>): ArchivedEvents => ({
  keep: async (accountId, containerId, kept) => {
    for (const row of kept) if (!rows.has(`${containerId}:${row.id}`)) rows.set(`${containerId}:${row.id}`, { accountId, containerId, row });
  },
  of: async (accountId, containerId) => [...rows.values()].filter((one) => one.accountId === accountId && one.containerId === containerId).map(({ row }) => row),
});

const providersIn = (known: Map<string, Set<string>>): Providers => ({
  of: (id) => [...(known.get(id) ?? [])].sort(),
  tell: async (id, fields) => void known.set(id, new Set([...(known.get(id) ?? []), ...fields])),
  refresh: async () => false,
});

/** The backs of the rules in memory. The suites of the ports hold them to what the store does. */
export const memoryBacks = (): MemoryBacks => {
  const said: Said[] = [];
  return { requests: requestsIn(new Map()), shipments: shipmentsIn(new Map(), said), containers: containersIn(new Map(), said), archive: archiveIn(new Map()), providers: providersIn(new Map()), said };
};
