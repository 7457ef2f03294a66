import type { Connection } from 'mongoose';
import type { App } from '../src/app/index.js';
import { findableContainers } from '../src/store/findable.js';
import { ACCOUNT, requestOf, takenOf } from './snapshots.js';

const LOT = 1_000;
const PORTS = 50;

/** One real container, as a snapshot made it, and its shipment. */
const pattern = async (app: App) => {
  await app.requests.remember(requestOf(0));
  await app.applySnapshot(takenOf(0, 1, 1));
  const { items: [container] } = await app.containers.list({ accountId: ACCOUNT, page: { number: 1, size: 1 }, filters: [], sort: [], q: '' });
  const shipment = container && (await app.shipments.find(ACCOUNT, container.shipmentId));
  if (!container || !shipment) throw new Error('a snapshot leaves containers behind');
  return { container, shipment };
};

export type Filling = { account: string; rows: number; /** With its whole history inside, as it is read one by one. */ whole: boolean };

export const idOf = (account: string, n: number): string => `${account}-${String(n).padStart(8, '0')}`;

/**
 * Copies of a real container under ids, numbers and moments of their own, one in fifty for each port. All filters of the
 * list stay in its index, but without their histories a million fit onto the disk.
 */
export const fill = async (db: Connection, app: App, { account, rows, whole }: Filling): Promise<void> => {
  const { container, shipment } = await pattern(app);
  const { id: _id, ...kept } = container;
  const { facets, dates, terms } = findableContainers(shipment)(container);
  const history = whole ? {} : { own: [], shared: [], transportEvents: [] };
  for (let from = 0; from < rows; from += LOT) {
    const lot = Array.from({ length: Math.min(LOT, rows - from) }, (_, at) => {
      const n = from + at;
      return {
        ...kept, ...history, _id: idOf(account, n), accountId: account, number: `N${n}`, createdAt: new Date(n), updatedAt: new Date(n), dates, terms: [...terms, `N${n}`],
        facets: [...facets.filter((facet) => !facet.startsWith('pod_code=')), `pod_code=port${n % PORTS}`, ...(n % 10 === 0 ? ['has_holds=true'] : [])],
      };
    });
    await db.collection('containers').insertMany(lot as never, { ordered: false });
  }
  await db.collection<{ _id: string }>('counts').insertOne({ _id: `${account}:0`, shipments: 0, containers: rows, recent: [] } as never);
};
