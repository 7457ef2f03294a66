import type { TestMongo } from '@landfall/testkit/test-mongo';
import { expect } from 'chai';
import type { App } from '../src/app/index.js';
import { toShipment } from '../src/messages/cargo.js';
import { gazetteer } from '../src/outside/gazetteer.js';
import { ACCOUNT, aRequest, only, taken } from './flow.js';
import { BOX, direct, directSailing, estimated, sea, snapshotOf, transport } from './journeys.js';
import { storedApp } from './stored-app.js';

const HOUR = 3_600_000;
const IMO = '9074729';
const ETA = transport('ARRI', 'USLAX', '2026-03-20T12:00:00Z', { ...sea('EXAMPLE STAR', '612E'), transportCallKey: 'TC-USLAX', ...estimated('2026-03-01T00:00:00Z') });

describe('arrivals, foretold from what ships report', () => {
  let mongo: TestMongo;
  let app: App;
  before(async () => {
    ({ mongo, app } = await storedApp());
    await app.requests.remember(aRequest());
    await app.applySnapshot(taken(snapshotOf({ [BOX]: direct().slice(0, 3) }, [...directSailing().slice(0, 1), ETA], { pol: 'CNYTN', pod: 'USLAX' }), { takenAt: new Date('2026-03-05T00:00:00Z'), sourceNow: new Date('2026-03-05T00:00:00Z') }));
  });
  after(() => mongo.stop());

  const sighted = async (hour: number, longitude: number, latitude = 40) => {
    await app.followVessel({ imo: IMO, name: 'EXAMPLE STAR', latitude, longitude, speedKnots: 18, at: new Date(Date.UTC(2026, 2, 5) + hour * HOUR) });
    await app.predictArrivals();
    return toShipment((await only(app)).shipment);
  };

  it('stand beside the estimate of the carrier and never replace it [H-4]', async () => {
    const before = (await only(app)).shipment;
    expect(before.underway?.vesselId).to.equal(gazetteer().vesselId(IMO));
    expect(toShipment(before).etaPrediction).to.equal(undefined);
    const after = await sighted(24 * 365, 170);
    expect(after.podEtaAt).to.deep.equal(ETA.occursAt);
    const { p10At, p50At, p90At, computedAt, remainingNm, basis } = after.etaPrediction!;
    expect(p10At! <= p50At! && p50At! <= p90At!).to.equal(true);
    expect(p10At! >= computedAt!).to.equal(true);
    expect(remainingNm).to.be.within(3_000, 3_700);
    expect(basis).to.equal('route');
    expect(after.revision).to.equal(before.revision);
  });

  it('follow the ship, are told when they move, and leave the caches nothing old [H-4]', async () => {
    await mongo.connection.collection('shipments').updateMany({}, { $unset: { outbox: 1, outboxAt: 1 } });
    const later = await sighted(24 * 365 + 24, 179);
    expect(later.etaPrediction?.basis).to.equal('route+recent_speed');
    expect(later.etaPrediction!.remainingNm).to.be.below(3_200);
    const row = await mongo.connection.collection('shipments').findOne({});
    expect((row?.['outbox'] as { subject: string }[]).map(({ subject }) => subject)).to.deep.equal(['fact.shipment.changed']);
    const found = mongo.connection.collection('shipments').find({ 'underway.vesselId': gazetteer().vesselId(IMO), lineTrackingStoppedAt: { $exists: false } });
    expect(JSON.stringify(await found.explain('queryPlanner'))).to.include('underwayOn__by_ship');
  });

  it('are gone when the cargo has arrived [H-4]', async () => {
    const all = snapshotOf({ [BOX]: direct() }, directSailing(), { pol: 'CNYTN', pod: 'USLAX' });
    await app.applySnapshot(taken(all, { takenAt: new Date('2026-05-05T00:00:00Z'), sourceNow: new Date('2026-05-05T00:00:00Z'), sequence: 9_999 }));
    const { shipment } = await only(app);
    expect(shipment.podAtaAt).to.be.instanceOf(Date);
    expect(toShipment(shipment).etaPrediction).to.equal(undefined);
    expect(shipment.underway).to.equal(undefined);
    expect(await app.maps.map(ACCOUNT, shipment.containerIds[0]!)).to.have.nested.property('map.legs[0].phase', 'sailed');
  });
});
