import { gathererByKey } from '@landfall/kit/gatherer';
import { Problem, problem } from '@landfall/kit/problem';
import { retrying } from '@landfall/kit/retrying';
import type { Container } from '../domain/container.js';
import type { Shipment } from '../domain/shipment.js';
import type { Around, Containers, Shipments } from './ports.js';

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

type Editable = { revision: number; updatedAt: Date };

/** An edit whose lists were found to be in order. */
type Edit = Pick<Labels, 'accountId' | 'id' | 'expectedRevision'> & { labels: ReturnType<typeof labelsOf> };

/** What becomes of a record by several edits, one upon the other, and what each of them hears. */
const edited = <Row extends Editable>(before: Row, edits: readonly Edit[], now: Date): { after: Row; heard: (Row | Problem)[] } => {
  let after = before;
  const heard = edits.map(({ labels, expectedRevision = after.revision }) => {
    if (expectedRevision !== after.revision) return problem('precondition_failed', 'The record is not the version named by If-Match.');
    after = { ...after, ...labels, revision: after.revision + 1, updatedAt: now };
    return after;
  });
  return { after, heard };
};

// Lists of labels are small; more edits than these have never waited for one write.
const MOST_AT_ONCE = 64;

type Back<Row> = { find: (accountId: string, id: string) => Promise<Row | undefined>; missing: (id: string) => Problem; save: (before: Row, after: Row) => Promise<void>; around: Around };

/** Edits of one record that come together are one write: racing each other, they would cost a round of all for each. */
const together = <Row extends Editable>({ find, missing, save, around }: Back<Row>) => {
  const ask = gathererByKey<Edit, Row | Problem>((_, edits) => retrying(async () => {
    const { accountId, id } = edits[0] as Edit;
    const before = await find(accountId, id);
    if (!before) throw missing(id);
    const { after, heard } = edited(before, edits, around.now());
    if (after !== before) await save(before, after);
    return (index) => heard[index] as Row | Problem;
  }), { most: MOST_AT_ONCE });
  return async (edit: Labels): Promise<Row> => {
    // What is wrong in itself is said before it waits for others.
    const labels = labelsOf(edit);
    const outcome = await ask(`${edit.accountId} ${edit.id}`, { ...edit, labels });
    if (outcome instanceof Problem) throw outcome;
    return outcome;
  };
};

const noShipment = (id: string): Problem => problem('not_found', `No shipment has the id ${id}.`);
const noContainer = (id: string): Problem => problem('not_found', `No container has the id ${id}.`);

export const labelUseCases = ({ shipments, containers, around }: { shipments: Shipments; containers: Containers; around: Around }) => ({
  editShipment: together<Shipment>({ find: shipments.find, missing: noShipment, around, save: async (before, shipment) => {
    await shipments.save(before, shipment, [{ says: 'shipment_changed', shipment }]);
    await containers.shipmentChanged(shipment);
  } }),
  editContainer: together<Container>({ find: containers.find, missing: noContainer, around, save: async (before, container) => {
    const shipment = await shipments.find(before.accountId, before.shipmentId);
    if (!shipment) throw noContainer(before.id);
    await containers.saveAll(shipment, [{ before, container, says: [{ says: 'container_changed', container }] }]);
  } }),
});
