import type { TestMongo } from '@landfall/testkit/test-mongo';
import { expect } from 'chai';
import type { App } from '../../src/app/index.js';
import { aRequest, ACCOUNT, only, taken } from '../flow.js';
import { BOX, direct, directSailing, snapshotOf } from '../journeys.js';
import { storedApp } from '../stored-app.js';

const EDITORS = 10;

describe('people who edit one record at once', () => {
  let mongo: TestMongo;
  let app: App;

  before(async () => {
    ({ mongo, app } = await storedApp());
    await app.requests.remember(aRequest());
    await app.applySnapshot(taken(snapshotOf({ [BOX]: direct().slice(0, 3) }, directSailing().slice(0, 1), { pol: 'CNYTN', pod: 'USLAX' })));
  });
  after(() => mongo.stop());

  /** Each write of the container tells once that it has changed; nobody relays it here. */
  const told = async () => ((await mongo.connection.useDb(mongo.database).collection('containers').findOne({}))?.['outbox'] as unknown[] | undefined)?.length ?? 0;

  const codes = (outcomes: PromiseSettledResult<unknown>[]) => outcomes.flatMap((each) => (each.status === 'rejected' ? [(each.reason as { code: string }).code] : []));

  it('are all heard unless they named a version, the last one last [D-12]', async () => {
    const { containers: [box], shipment } = await only(app);
    const editors = Array.from({ length: EDITORS }, (_, n) => n);
    const outcomes = await Promise.allSettled([
      ...editors.map((n) => app.editContainer({ accountId: ACCOUNT, id: box!.id, tags: [`t${n}`] })),
      ...editors.map((n) => app.editShipment({ accountId: ACCOUNT, id: shipment.id, tags: [`t${n}`] })),
    ]);
    expect(codes(outcomes)).to.deep.equal([]);
    const after = await only(app);
    expect(after.containers[0]?.revision).to.equal(box!.revision + EDITORS);
    expect(after.shipment.revision).to.equal(shipment.revision + EDITORS);
  });

  it('are one write or two, however many they are: in a crowd nobody waits for each of the others [D-12]', async () => {
    const { containers: [box] } = await only(app);
    const before = await told();
    await Promise.all(Array.from({ length: 6 * EDITORS }, (_, n) => app.editContainer({ accountId: ACCOUNT, id: box!.id, refNumbers: [`R${n}`] })));
    const { containers: [after] } = await only(app);
    expect(after).to.deep.include({ revision: box!.revision + 6 * EDITORS, refNumbers: [`R${6 * EDITORS - 1}`] });
    expect((await told()) - before).to.be.within(1, 2);
  });

  it('lose against the first one when they all named the version they saw [D-12]', async () => {
    const { containers: [box] } = await only(app);
    const outcomes = await Promise.allSettled(Array.from({ length: EDITORS }, (_, n) => app.editContainer({ accountId: ACCOUNT, id: box!.id, tags: [`v${n}`], expectedRevision: box!.revision })));
    expect(codes(outcomes)).to.deep.equal(Array.from({ length: EDITORS - 1 }, () => 'precondition_failed'));
  });
});
