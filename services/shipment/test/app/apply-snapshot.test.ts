import { nameId } from '@landfall/kit/identity';
import { expect } from 'chai';
import fc from 'fast-check';
import { snapshotUseCase } from '../../src/app/apply-snapshot.js';
import type { SnapshotBacks } from '../../src/app/apply-to-shipment.js';
import { memoryBacks, type MemoryBacks } from '../fakes/memory-backs.js';
import { aRequest, ACCOUNT, taken } from '../flow.js';
import { atlas } from '../journeys.js';
import { snapshotFrom, TALES, tellings, type Part, type Tale } from '../tellings.js';

const RUNS = Number(process.env['PROPERTY_RUNS'] ?? 60);
const NOW = new Date('2026-12-31T00:00:00Z');

class Crash extends Error {}

/** The same backs, but the process dies before its n-th step; what was written before stays. */
const dyingAt = <Port extends object>(port: Port, steps: { left: number }): Port =>
  new Proxy(port, {
    get: (target, name) => (...args: unknown[]) => {
      steps.left -= 1;
      if (steps.left < 0) throw new Crash();
      return (target as Record<PropertyKey, (...args: unknown[]) => unknown>)[name]!(...args);
    },
  });

const useCase = (memory: MemoryBacks, steps: { left: number }) =>
  snapshotUseCase({
    requests: dyingAt(memory.requests, steps), shipments: dyingAt(memory.shipments, steps), containers: dyingAt(memory.containers, steps), archive: dyingAt(memory.archive, steps),
    customerName: async () => undefined, giveInitialFields: async () => undefined, nameShip: async () => undefined, learnOf: async () => undefined,
    around: { now: () => NOW, nameId, newId: () => nameId('never'), atlas, lineName: (scac: string) => ({ name: scac, shortName: scac }) },
  } as unknown as SnapshotBacks);

/** Each snapshot is delivered until it is applied; `deaths` says before which step each delivery dies, if it does. */
const played = async (tale: Tale, pieces: readonly Part[][], deaths: readonly number[]) => {
  const memory = memoryBacks();
  await memory.requests.remember(aRequest());
  const left = [...deaths];
  for (const [index, parts] of pieces.entries()) {
    const message = taken(snapshotFrom(tale, parts), { sequence: index + 1, digest: `d${index}`, takenAt: NOW, sourceNow: NOW });
    for (let isApplied = false; !isApplied; ) {
      isApplied = await useCase(memory, { left: left.shift() ?? Infinity })(message).then(() => true, (error: unknown) => {
        if (error instanceof Crash) return false;
        throw error;
      });
    }
  }
  const shipment = await memory.shipments.findByRequest(ACCOUNT, 'request-1');
  const boxes = shipment ? await memory.containers.ofShipment(ACCOUNT, shipment.id) : [];
  const notices = memory.said.flatMap((said) => (said.says === 'container_announcement' ? [said.announcement.id] : said.says === 'estimated_arrival' ? [said.announcement.id] : []));
  const milestones = memory.said.flatMap((said) => (said.says === 'container_announcement' && said.announcement.kind === 'transport_event' ? [said.announcement.transportEvent.id] : []));
  return {
    boxes: boxes.map(({ revision: _revision, ...box }) => box), notices, milestones: milestones.sort(),
    tracked: memory.said.filter(({ says }) => says === 'shipment_tracked').length,
  };
};

describe('snapshots of which the process may die at any step', () => {
  for (const tale of TALES) {
    it(`${tale.name}: ends as if it had never died, and tells each milestone once [D-33] [house 1.1]`, async () => {
      await fc.assert(
        fc.asyncProperty(tellings(tale), fc.array(fc.nat({ max: 8 }), { maxLength: 8 }), async (pieces, deaths) => {
          const [calm, troubled] = [await played(tale, pieces, []), await played(tale, pieces, deaths)];
          expect(troubled.boxes).to.deep.equal(calm.boxes);
          expect(troubled.milestones).to.deep.equal(calm.milestones);
          expect(new Set(troubled.notices).size, 'told twice').to.equal(troubled.notices.length);
          expect([calm.tracked, troubled.tracked]).to.deep.equal([1, 1]);
        }),
        { numRuns: RUNS },
      );
    });
  }
});
