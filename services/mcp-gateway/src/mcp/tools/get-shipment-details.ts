import { documentOf } from '@landfall/resources/document';
import { z } from 'zod';
import { cutNote } from '../../domain/budget.js';
import { given } from '../../domain/compact.js';
import { recordsOf, shaped, shapedAll } from '../records.js';
import { tool } from '../tool.js';
import { containerRow, containerRowShape } from '../views/container.js';
import { shipmentShape, shipmentView } from '../views/shipment.js';

/** A large shipment's containers are looked through with list_containers. */
const MOST_CONTAINERS = 25;

export const getShipmentDetails = tool({
  name: 'get_shipment_details',
  title: 'Get shipment',
  says: 'Routing, vessel, ETAs and containers of one shipment. Times are UTC.',
  input: {
    id: z.uuid().describe('Shipment id, from search_container or list_shipments.'),
    include_containers: z.boolean().default(true).describe('Add its containers (the first 25).'),
  },
  output: { shipment: shipmentShape, containers: z.array(containerRowShape) },
  instead: 'Find shipment ids with search_container or list_shipments.',
  answer: async (session, { id, include_containers: wants }) => {
    const { owners, accountId } = session;
    const shipment = await owners.shipments.getShipment({ accountId, id });
    const ids = wants ? shipment.containerIds.slice(0, MOST_CONTAINERS) : [];
    const containers = ids.length === 0 ? [] : (await owners.shipments.batchGetContainers({ accountId, ids })).items;
    const found = await recordsOf(session, { terminals: [shipment.podTerminalId, ...containers.map(({ podTerminalId }) => podTerminalId)] });
    // The shipment is told once, above; its containers need not repeat it.
    const records = { ...found, shipments: new Map() };
    const terminal = found.terminals.get(shipment.podTerminalId ?? '');
    return {
      rows: containers.length,
      mapped: (count) => given({
        shipment: shipmentView(shipment, terminal?.nickname || terminal?.name),
        containers: containers.slice(0, count).map((container) => containerRow(container, records)),
        note: cutNote(count, containers.length),
      }),
      raw: (count) => documentOf(shaped('shipment', shipment), wants ? { included: shapedAll('container', containers.slice(0, count)) } : {}),
    };
  },
});
