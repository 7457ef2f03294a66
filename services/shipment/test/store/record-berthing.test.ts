import { deleteAll, type TestMongo } from '@landfall/testkit/test-mongo';
import { expect } from 'chai';
import type { App } from '../../src/app/index.js';
import { aRequest, ACCOUNT, only, subjects, taken } from '../flow.js';
import { BOX, direct, directSailing, milestones, SECOND_BOX, snapshotOf } from '../journeys.js';
import { storedApp } from '../stored-app.js';

const VOYAGE = { pol: 'CNYTN', pod: 'USLAX' };
const FOLLOWER = { accountId: ACCOUNT, trackingRequestId: 'request-1' };
const berthing = { imo: '9074729', name: 'EXAMPLE STAR', locodes: ['USLAX'], at: new Date('2026-03-18T15:00:00Z') };
// Soon after the arrival: later the tracking would have ended by itself.
const THEN = { takenAt: new Date('2026-03-19T18:00:00Z'), sourceNow: new Date('2026-03-19T18:00:00Z') };
const NOTICE = 'notice.container.transport.vessel_berthed';

describe('a ship that makes fast, applied to the store', () => {
  let mongo: TestMongo;
  let app: App;
  const arrived = () => snapshotOf({ [BOX]: direct().slice(0, 3), [SECOND_BOX]: direct().slice(0, 3) }, directSailing(), VOYAGE);

  before(async () => {
    ({ mongo, app } = await storedApp());
  });
  after(() => mongo.stop());
  beforeEach(async () => {
    await deleteAll(mongo.connection);
    await app.requests.remember(aRequest());
  });
  const told = async () => (await subjects(mongo.connection)).filter((subject) => subject === NOTICE).length;

  it('is told of every container that it brings, once however often it is heard [D-33]', async () => {
    await app.applySnapshot(taken(arrived(), THEN));
    await app.recordBerthing(berthing, [FOLLOWER]);
    await app.recordBerthing(berthing, [FOLLOWER]);
    expect(await told()).to.equal(2);
    const { containers } = await only(app);
    for (const container of containers) expect(milestones(container)).to.include('vessel_berthed');
  });

  it('outlasts the next answer of the carrier, which knows nothing of it [D-33]', async () => {
    await app.applySnapshot(taken(arrived(), THEN));
    await app.recordBerthing(berthing, [FOLLOWER]);
    await app.applySnapshot(taken(snapshotOf({ [BOX]: direct().slice(0, 4), [SECOND_BOX]: direct().slice(0, 4) }, directSailing(), VOYAGE), THEN));
    const { containers } = await only(app);
    for (const container of containers) expect(milestones(container)).to.include.members(['vessel_berthed', 'vessel_discharged']);
    expect(await told()).to.equal(2);
  });

  it('waits for a shipment that is still on its way, and says nothing of one that is tracked no more [D-30]', async () => {
    const early = await app.recordBerthing(berthing, [FOLLOWER]).then(() => 'applied', (error: { code: string }) => error.code);
    expect(early).to.equal('unavailable');
    await app.applySnapshot(taken(arrived(), THEN));
    // One follower whose shipment is not there yet keeps nobody else waiting.
    const late = await app.recordBerthing(berthing, [{ ...FOLLOWER, trackingRequestId: 'request-2' }, FOLLOWER]).then(() => 'applied', (error: { code: string }) => error.code);
    expect([late, await told()]).to.deep.equal(['unavailable', 2]);
    await mongo.connection.collection('containers').updateMany({}, { $unset: { outbox: 1 } });
    const { shipment } = await only(app);
    await app.stopTracking(ACCOUNT, shipment.id);
    await app.recordBerthing(berthing, [FOLLOWER]);
    expect(await told()).to.equal(0);
  });
});
