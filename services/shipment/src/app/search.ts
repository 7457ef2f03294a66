import type { Container } from '../domain/container.js';
import type { Shipment } from '../domain/shipment.js';
import type { Containers, Shipments } from './ports.js';

export type Hit = { type: 'shipment'; shipment: Shipment } | { type: 'cargo'; container: Container; shipment: Shipment | undefined };

const MOST = 25;

/** Shipments first, then containers: by number or reference number, whole or from the start. */
export const searchUseCase = ({ shipments, containers }: { shipments: Shipments; containers: Containers }) =>
  async (accountId: string, query: string, limit: number): Promise<Hit[]> => {
    const most = Math.min(limit > 0 ? limit : MOST, MOST);
    const [found, boxes] = await Promise.all([shipments.search(accountId, query, most), containers.search(accountId, query, most)]);
    const owners = new Map(found.map((shipment) => [shipment.id, shipment]));
    const others = [...new Set(boxes.map(({ shipmentId }) => shipmentId))].filter((id) => !owners.has(id));
    for (const shipment of await shipments.findMany(accountId, others)) owners.set(shipment.id, shipment);
    const hits: Hit[] = [
      ...found.map((shipment): Hit => ({ type: 'shipment', shipment })),
      ...boxes.map((container): Hit => ({ type: 'cargo', container, shipment: owners.get(container.shipmentId) })),
    ];
    return hits.slice(0, most);
  };
