import { problem } from '@landfall/kit/problem';
import type { Container } from '../domain/container.js';
import type { Shipment } from '../domain/shipment.js';
import type { Around, Containers, Shipments } from './ports.js';
import { retrying } from '@landfall/kit/retrying';

/** A missing list leaves the old one. */
export type Labels = { accountId: string; id: string; refNumbers?: readonly string[] | undefined; tags?: readonly string[] | undefined; expectedRevision?: number | undefined };

const MOST = 50;
const LONGEST = 100;

/** D-09: lists stay short enough to be shown and searched; what is written twice counts once. */
const checked = (field: string, values: readonly string[]): string[] => {
  const pointer = `/data/attributes/${field}`;
  const clean = [...new Set(values.map((value) => value.trim()).filter(Boolean))];
  if (clean.length > MOST) throw problem('invalid', `At most ${MOST} ${field} are kept.`, { pointer });
  const long = clean.find((value) => value.length > LONGEST);
  if (long) throw problem('invalid', `An entry of ${field} has at most ${LONGEST} characters.`, { pointer });
  return clean;
};

const labelsOf = ({ refNumbers, tags }: Labels) => ({
  ...(refNumbers ? { refNumbers: checked('ref_numbers', refNumbers) } : {}),
  ...(tags ? { tags: checked('tags', tags) } : {}),
});

const mustBe = (revision: number, { expectedRevision }: Labels): void => {
  if (expectedRevision !== undefined && expectedRevision !== revision) throw problem('precondition_failed', 'The record is not the version named by If-Match.');
};

export const labelUseCases = ({ shipments, containers, around }: { shipments: Shipments; containers: Containers; around: Around }) => ({
  editShipment: (edit: Labels): Promise<Shipment> => {
    const labels = labelsOf(edit);
    return retrying(async () => {
      const before = await shipments.find(edit.accountId, edit.id);
      if (!before) throw problem('not_found', `No shipment has the id ${edit.id}.`);
      mustBe(before.revision, edit);
      const shipment = { ...before, ...labels, revision: before.revision + 1, updatedAt: around.now() };
      await shipments.save(before, shipment, [{ says: 'shipment_changed', shipment }]);
      await containers.shipmentChanged(shipment);
      return shipment;
    });
  },

  editContainer: (edit: Labels): Promise<Container> => {
    const labels = labelsOf(edit);
    return retrying(async () => {
      const before = await containers.find(edit.accountId, edit.id);
      const shipment = before && (await shipments.find(edit.accountId, before.shipmentId));
      if (!before || !shipment) throw problem('not_found', `No container has the id ${edit.id}.`);
      mustBe(before.revision, edit);
      const container = { ...before, ...labels, revision: before.revision + 1, updatedAt: around.now() };
      await containers.saveAll(shipment, [{ before, container, says: [{ says: 'container_changed', container }] }]);
      return container;
    });
  },
});
