import { deleteAll, testMongo, withIndexes, type TestMongo } from '@landfall/testkit/test-mongo';
import { expect } from 'chai';
import { toOutbox } from '../../src/messages/to-outbox.js';
import { gazetteer } from '../../src/outside/gazetteer.js';
import { archivedEvents } from '../../src/store/archived-events.js';
import { containers } from '../../src/store/containers.js';
import { counts } from '../../src/store/counts.js';
import { providers } from '../../src/store/providers.js';
import { requests } from '../../src/store/requests.js';
import { shipments } from '../../src/store/shipments.js';
import type { Shipment } from '../../src/domain/shipment.js';
import { memoryBacks, type MemoryBacks } from '../fakes/memory-backs.js';
import { aRequest } from '../flow.js';
import { BOX, direct, directSailing, play, SECOND_BOX, snapshotOf } from '../journeys.js';

type Backs = Omit<MemoryBacks, 'said'>;

const at = (day: string) => new Date(`2026-03-${day}T00:00:00Z`);
const { shipment: played, containers: boxes } = play([snapshotOf({ [BOX]: direct().slice(0, 3), [SECOND_BOX]: direct().slice(0, 2) }, directSailing().slice(0, 1), { pol: 'CNYTN', pod: 'USLAX' })]);
const shipment: Shipment = {
  ...played, bookingNumber: 'BK1', trackingRequestIds: ['request-1'], requestNumbers: ['MAEUBL4410077'], lineTrackingLastAttemptedAt: at('05'),
  watches: { w: { sequence: 1, digest: 'd' } }, stopRuleAt: at('25'), stopDueAt: at('25'),
};
const account = shipment.accountId;
const fault = async (call: Promise<unknown>) => ((await call.catch((error: unknown) => error)) as { code?: string } | undefined)?.code;

/** The same sentences for every way of keeping things, so that the fakes cannot lie. */
const suites = (open: () => Promise<Backs>) => {
  let backs: Backs;
  beforeEach(async () => {
    backs = await open();
  });
  const kept = async () => {
    await backs.containers.saveAll(shipment, boxes.map((container) => ({ container, says: [] })));
    await backs.shipments.save({ ...shipment, revision: 0, containerIds: [] }, shipment, []);
  };

  it('a request is remembered, and one that ended stays ended [C.4]', async () => {
    await backs.requests.remember(aRequest({ accountId: account }));
    expect(await backs.requests.find(account, 'request-1')).to.deep.equal(aRequest({ accountId: account }));
    expect(await backs.requests.find('other', 'request-1')).to.equal(undefined);
    await backs.requests.end(account, 'request-1', at('09'));
    await backs.requests.remember(aRequest({ accountId: account }));
    expect((await backs.requests.find(account, 'request-1'))?.endedAt).to.deep.equal(at('09'));
  });

  it('a shipment is found by id, request and number, by its own account only [C.3]', async () => {
    await kept();
    const found = [await backs.shipments.find(account, shipment.id), await backs.shipments.findByRequest(account, 'request-1'), await backs.shipments.findByNumber(account, 'MAEU', ['BK1']), ...(await backs.shipments.findMany(account, [shipment.id, 'x']))];
    for (const one of found) expect(one).to.deep.equal(shipment);
    expect(found).to.have.length(4);
    expect([await backs.shipments.find('other', shipment.id), await backs.shipments.findByRequest('other', 'request-1'), await backs.shipments.findByNumber(account, 'HLCU', ['BK1'])]).to.deep.equal([undefined, undefined, undefined]);
    expect(await backs.shipments.lastAskedAt(account, [shipment.id, 'x'])).to.deep.equal(new Map([[shipment.id, at('05')]]));
  });

  it('who read an older revision writes nothing [house 1.1]', async () => {
    await kept();
    const next = { ...shipment, revision: shipment.revision + 1, tags: ['new'] };
    await backs.shipments.save(shipment, next, []);
    expect(await fault(backs.shipments.save(shipment, { ...next, tags: ['lost'] }, []))).to.equal('revision_conflict');
    expect(await fault(backs.shipments.save({ ...shipment, revision: 0, containerIds: [] }, shipment, []))).to.equal('revision_conflict');
    expect((await backs.shipments.find(account, shipment.id))?.tags).to.deep.equal(['new']);
  });

  it('an unchanged answer is noted once, and never for other news, another watch or a rule that came due [D-35]', async () => {
    await kept();
    const note = (change: object) => backs.shipments.noteUnchanged({ accountId: account, shipmentId: shipment.id, watchId: 'w', sequence: 2, digest: 'd', takenAt: at('06'), sourceNow: at('06'), ...change });
    expect(await Promise.all([note({ digest: 'e' }), note({ watchId: 'v' }), note({ sourceNow: at('25') }), note({ accountId: 'other' })])).to.deep.equal([false, false, false, false]);
    expect([await note({}), await note({}), await note({ sequence: 3 })]).to.deep.equal([true, false, true]);
    const after = await backs.shipments.find(account, shipment.id);
    expect(after).to.deep.include({ watches: { w: { sequence: 3, digest: 'd' } }, lineTrackingLastSucceededAt: at('06'), sourceNow: at('06'), revision: shipment.revision + 2 });
  });

  it('a failed attempt is noted unless a later one is known [D-35]', async () => {
    await kept();
    await backs.shipments.noteAttempt(account, 'request-1', at('08'));
    await backs.shipments.noteAttempt(account, 'request-1', at('07'));
    await backs.shipments.noteAttempt('other', 'request-1', at('09'));
    expect((await backs.shipments.find(account, shipment.id))?.lineTrackingLastAttemptedAt).to.deep.equal(at('08'));
  });

  it('what is due is claimed by one, until its lease ends [D-30]', async () => {
    await kept();
    expect(await backs.shipments.claimDue(at('24'), 1_000, 10)).to.deep.equal([]);
    expect((await backs.shipments.claimDue(at('26'), 86_400_000, 10)).map(({ id }) => id)).to.deep.equal([shipment.id]);
    expect(await backs.shipments.claimDue(at('26'), 86_400_000, 10)).to.deep.equal([]);
    expect(await backs.shipments.claimDue(at('27'), 1_000, 10)).to.have.length(1);
  });

  it('containers are written each by itself: one that changed meanwhile does not hold back the others [house 1.1]', async () => {
    await kept();
    expect(await backs.containers.ofShipment(account, shipment.id)).to.deep.equal(boxes);
    const [one, two] = boxes;
    const next = (box: typeof one, tag: string) => ({ ...box!, revision: box!.revision + 1, tags: [tag] });
    await backs.containers.saveAll(shipment, [{ before: one!, container: next(one, 'a'), says: [] }]);
    expect(await fault(backs.containers.saveAll(shipment, [{ before: one!, container: next(one, 'lost'), says: [] }, { before: two!, container: next(two, 'b'), says: [] }]))).to.equal('revision_conflict');
    expect((await backs.containers.ofShipment(account, shipment.id)).map(({ tags }) => tags)).to.deep.equal([['a'], ['b']]);
    expect(await fault(backs.containers.saveAll(shipment, [{ container: one!, says: [] }]))).to.equal('revision_conflict');
    expect(await backs.containers.find('other', one!.id)).to.equal(undefined);
  });

  it('the id of an event leads to its container [D-36]', async () => {
    await kept();
    const [one] = boxes;
    expect((await backs.containers.withEvents(account, [one!.transportEvents[0]!.id])).map(({ id }) => id)).to.deep.equal([one!.id]);
    expect(await backs.containers.withEvents('other', [one!.transportEvents[0]!.id])).to.deep.equal([]);
  });

  it('archived rows are kept once, and what is provided only grows [C.5]', async () => {
    const [row] = boxes[0]!.own;
    await backs.archive.keep(account, 'box', [row!]);
    await backs.archive.keep(account, 'box', [{ ...row!, receivedAt: at('30') }]);
    expect(await backs.archive.of(account, 'box')).to.deep.equal([row]);
    expect(await backs.archive.of('other', 'box')).to.deep.equal([]);
    await backs.providers.tell('terminal', ['pickup_lfd']);
    await backs.providers.tell('terminal', ['available_for_pickup', 'pickup_lfd']);
    expect(backs.providers.of('terminal')).to.deep.equal(['available_for_pickup', 'pickup_lfd']);
  });
};

describe('the ports of the rules, in memory', () => suites(async () => memoryBacks()));

describe('the ports of the rules, in the store', () => {
  let mongo: TestMongo;
  let backs: Backs;
  before(async () => {
    mongo = await testMongo();
    const { connection } = mongo;
    const tell = toOutbox({ ...gazetteer(), providedBy: () => [] });
    const counted = counts(connection);
    backs = { requests: requests(connection), shipments: shipments(connection, tell, counted), containers: containers(connection, tell, counted), archive: archivedEvents(connection), providers: providers(connection) };
    await withIndexes(connection);
  });
  after(() => mongo.stop());
  suites(async () => {
    await deleteAll(mongo.connection);
    return backs;
  });
});
