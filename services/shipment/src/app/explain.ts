import { problem } from '@landfall/kit/problem';
import type { Container } from '../domain/container.js';
import { explainContainer, explainShipment, type Explained } from '../domain/explain.js';
import { eventsTouching } from '../domain/fan-out.js';
import { journeyOf } from '../domain/journey.js';
import { rowsOf } from '../domain/journey-of-container.js';
import { keptRows } from '../domain/kept-events.js';
import { knownUntil } from '../domain/known-until.js';
import { plannedSpots } from '../domain/plan.js';
import { rawEventId } from '../domain/raw-events.js';
import type { Shipment } from '../domain/shipment.js';
import { sourceClock } from '../domain/stop-tracking.js';
import type { ArchivedEvents, Around, Containers, Shipments } from './ports.js';

export type ExplainBacks = { shipments: Shipments; containers: Containers; archive: ArchivedEvents; around: Around };

/** D-36: every value with its evidence, from all rows ever kept, the archived ones too. */
export const explainUseCases = ({ shipments, containers, archive, around }: ExplainBacks) => {
  const { atlas, nameId } = around;
  const surroundings = (of: Shipment, boxes: readonly Container[]) => ({ atlas, asOf: knownUntil(sourceClock(of, around.now()), boxes), planned: plannedSpots(atlas, of.plan) });

  const withArchive = async (box: Container): Promise<Container> => ({ ...box, own: keptRows(box.own, await archive.of(box.accountId, box.id)) });

  return {
    container: async (accountId: string, id: string): Promise<Explained[]> => {
      const box = await containers.find(accountId, id);
      const shipment = box && (await shipments.find(accountId, box.shipmentId));
      if (!box || !shipment) throw problem('not_found', `No container has the id ${id}.`);
      const whole = await withArchive(box);
      return explainContainer(whole, journeyOf(rowsOf(whole), surroundings(shipment, [whole])), nameId);
    },

    shipment: async (accountId: string, id: string): Promise<Explained[]> => {
      const shipment = await shipments.find(accountId, id);
      if (!shipment) throw problem('not_found', `No shipment has the id ${id}.`);
      const boxes = await Promise.all((await containers.ofShipment(accountId, id)).map(withArchive));
      const own = boxes.flatMap(rowsOf);
      const shared = keptRows(shipment.shared, await archive.of(accountId, id));
      const around = surroundings(shipment, boxes);
      const journey = journeyOf(keptRows(own, eventsTouching(shared, own, around)), around);
      // A row is shown under the first box that has it; what no box has stands under the shipment.
      const ownerOf = (rowId: string) => boxes.find((box) => [...box.own, ...box.shared].some((row) => row.id === rowId))?.id ?? shipment.id;
      return explainShipment(journey, (row) => rawEventId(nameId, ownerOf(row.id), row.id));
    },
  };
};
