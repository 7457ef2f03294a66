import type { TestMongo } from '@landfall/testkit/test-mongo';
import { expect } from 'chai';
import type { App } from '../../src/app/index.js';
import { aRequest, ACCOUNT, only, taken } from '../flow.js';
import { BOX, direct, directSailing, snapshotOf } from '../journeys.js';
import { storedApp } from '../stored-app.js';

const VOYAGE = { pol: 'CNYTN', pod: 'USLAX' };
const SPRING = { takenAt: new Date('2026-03-10T00:00:00Z'), sourceNow: new Date('2026-03-10T00:00:00Z') };
const early = () => snapshotOf({ [BOX]: direct().slice(0, 3) }, directSailing().slice(0, 1), VOYAGE);
const late = () => snapshotOf({ [BOX]: direct().slice(0, 4) }, directSailing(), VOYAGE);
const LATER = { takenAt: new Date('2026-03-20T00:00:00Z'), sourceNow: new Date('2026-03-20T00:00:00Z') };

describe('tracking that is stopped and resumed', () => {
  let mongo: TestMongo;
  let app: App;

  before(async () => {
    ({ mongo, app } = await storedApp());
    await app.requests.remember(aRequest());
    await app.applySnapshot(taken(early(), SPRING));
  });
  after(() => mongo.stop());

  it('takes nothing in while it is stopped, and what was collected stays readable [SH-03] [D-30]', async () => {
    const { shipment, containers: [box] } = await only(app);
    const stopped = await app.stopTracking(ACCOUNT, shipment.id, 'user-1');
    expect(stopped.lineTrackingStoppedAt).to.be.instanceOf(Date);
    await app.applySnapshot(taken(late(), LATER));
    const after = await only(app);
    expect(after.shipment).to.deep.equal(stopped);
    expect(after.containers).to.deep.equal([box]);
    const page = { number: 1, size: 30 };
    expect((await app.reads.transportEvents(ACCOUNT, box!.id, page, [])).items).to.have.length(4);
    expect(await app.reads.rawEvents(ACCOUNT, box!.id)).to.have.length.at.least(4);
    expect((await app.containers.list({ accountId: ACCOUNT, page, filters: [{ field: 'tracking_stopped', op: 'eq', values: ['true'] }], sort: [], q: '' })).total).to.equal(1);
  });

  it('goes on where it stands once it is resumed [SH-04] [D-30]', async () => {
    const { shipment } = await only(app);
    expect((await app.resumeTracking(ACCOUNT, shipment.id)).lineTrackingStoppedAt).to.equal(undefined);
    await app.applySnapshot(taken(late(), LATER));
    const { containers: [box] } = await only(app);
    expect(box).to.include({ currentStatus: 'grounded' });
    expect((await app.containers.list({ accountId: ACCOUNT, page: { number: 1, size: 30 }, filters: [{ field: 'tracking_stopped', op: 'eq', values: ['false'] }], sort: [], q: '' })).total).to.equal(1);
  });
});
