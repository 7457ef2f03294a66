import { problem } from '@landfall/kit/problem';
import type { Container } from '../domain/container.js';
import type { Shipment } from '../domain/shipment.js';
import type { Containers, ListQuery, Listed, Shipments } from './ports.js';

export type ReadBacks = { shipments: Shipments; containers: Containers };

/** A container and when its line was last asked, which its shipment knows. */
export type Asked = { container: Container; lastAskedAt?: Date };

export const reads = ({ shipments, containers }: ReadBacks) => {
  const withFreshness = async (accountId: string, rows: readonly Container[]): Promise<Asked[]> => {
    const ids = [...new Set(rows.map(({ shipmentId }) => shipmentId))];
    const asked = await shipments.lastAskedAt(accountId, ids);
    return rows.map((row) => {
      const lastAskedAt = asked.get(row.shipmentId);
      return { container: row, ...(lastAskedAt ? { lastAskedAt } : {}) };
    });
  };

  return {
    shipment: async (accountId: string, id: string): Promise<Shipment> => {
      const row = await shipments.find(accountId, id);
      if (!row) throw problem('not_found', `No shipment has the id ${id}.`);
      return row;
    },
    container: async (accountId: string, id: string): Promise<Asked> => {
      const row = await containers.find(accountId, id);
      const [asked] = row ? await withFreshness(accountId, [row]) : [];
      if (!asked) throw problem('not_found', `No container has the id ${id}.`);
      return asked;
    },
    containersOf: async (accountId: string, ids: readonly string[]) => withFreshness(accountId, await containers.findMany(accountId, ids)),
    listContainers: async (query: ListQuery): Promise<Listed<Asked>> => {
      const { items, ...rest } = await containers.list(query);
      return { items: await withFreshness(query.accountId, items), ...rest };
    },
  };
};
