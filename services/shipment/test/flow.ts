import { factsIn, type OutboxEntry } from '@landfall/kit/outbox';
import type { Connection } from 'mongoose';
import type { App } from '../src/app/index.js';
import type { TakenSnapshot } from '../src/app/apply-to-shipment.js';
import type { TrackedRequest } from '../src/domain/tracked-request.js';
import type { Snapshot } from '../src/domain/apply-snapshot.js';

export const ACCOUNT = 'acc-1';

export const aRequest = (change: Partial<TrackedRequest> = {}): TrackedRequest => ({
  id: 'request-1',
  accountId: ACCOUNT,
  requestType: 'bill_of_lading',
  requestNumber: 'BL4410077',
  normalizedNumber: 'BL4410077',
  refNumbers: ['PO-1'],
  tags: ['urgent'],
  shipmentFields: [],
  containerFields: [],
  createdAt: new Date('2026-01-01T00:00:00Z'),
  ...change,
});

let sequence = 0;

export const taken = (snapshot: Snapshot, change: Partial<TakenSnapshot> = {}): TakenSnapshot => {
  sequence += 1;
  return {
    watchId: 'watch-1',
    scac: 'MAEU',
    sequence,
    digest: `digest-${sequence}`,
    takenAt: new Date('2026-06-01T00:00:00Z'),
    sourceNow: new Date('2026-06-01T00:00:00Z'),
    trackers: [{ accountId: ACCOUNT, trackingRequestId: 'request-1' }],
    snapshot,
    ...change,
  };
};

type Entry = { subject: string; id: string; body: Record<string, unknown> };

/** What lies in the outboxes, in the order in which it was put there. */
export const said = async (db: Connection): Promise<Entry[]> => {
  const rows = await Promise.all(['containers', 'shipments'].map((name) => db.collection(name).find({}).toArray()));
  const entries = rows.flat().flatMap((row) => (row['outbox'] ?? []) as OutboxEntry[]).flatMap(factsIn);
  return entries.map(({ id, subject, body }) => ({ id, subject, body: JSON.parse(String(body)) as Entry['body'] }));
};

export const subjects = async (db: Connection): Promise<string[]> => (await said(db)).map(({ subject }) => subject);

/** As the relay does it. */
export const published = async (db: Connection): Promise<void> => {
  for (const name of ['containers', 'shipments']) await db.collection(name).updateMany({}, { $unset: { outbox: 1, outboxAt: 1 } });
};

export const only = async (app: App) => {
  const { items } = await app.shipments.list({ accountId: ACCOUNT, page: { number: 1, size: 30 }, filters: [], sort: [], q: '' });
  const [shipment] = items;
  if (!shipment || items.length > 1) throw new Error(`expected one shipment, found ${items.length}`);
  return { shipment, containers: await app.containers.ofShipment(ACCOUNT, shipment.id) };
};
