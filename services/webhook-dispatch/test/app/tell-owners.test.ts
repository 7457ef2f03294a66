import { testMongo, withIndexes, type TestMongo } from '@landfall/testkit/test-mongo';
import { expect } from 'chai';
import type { Ports } from '../../src/app/ports.js';
import { deactivateWebhook } from '../../src/app/webhooks.js';
import { events } from '../../src/store/events.js';
import { webhooks } from '../../src/store/webhooks.js';
import { aWebhook, later, NOW } from '../fakes/a-notification.js';
import { ACCEPTED, replicaOf } from '../fakes/replica.js';

const MINUTE = 60_000;

describe('what happened to a webhook without its owner', () => {
  let store: TestMongo;
  let now = NOW;
  const replica = (change: Partial<Ports> = {}) => replicaOf(store.connection.useDb(store.database), () => now, async () => ACCEPTED, change);
  /** A process that is killed before it has told anything. */
  const dying = () => replica({ events: { ...events(store.connection.useDb(store.database)), append: () => Promise.reject(new Error('killed')) } });
  const told = async (accountId: string) => (await events(store.connection.useDb(store.database)).list({ accountId, afterSequence: 0, size: 100, types: [] })).map(({ event }) => event);
  const has = (id: string) => webhooks(store.connection.useDb(store.database), () => now).add(aWebhook({ id, accountId: `account of ${id}` }));

  before(async () => {
    store = await testMongo();
    replica();
    await withIndexes(store.connection.useDb(store.database));
  });
  after(() => store.stop());
  beforeEach(() => (now = NOW));

  it('is told at once, once [A-02] [A-05]', async () => {
    await has('calm');
    const one = replica();
    await one.rotateSecret({ accountId: 'account of calm', id: 'calm' });
    await deactivateWebhook(one.ports)('account of calm', 'calm', 'gone');
    now = later(MINUTE);
    expect(await one.tellOwners()).to.equal(false);
    expect(await told('account of calm')).to.deep.equal(['webhook.secret_rotated', 'webhook.deactivated']);
  });

  it('is told by somebody else when its process died between doing and telling, once however many look [A-02] [A-05]', async () => {
    await has('killed');
    const account = 'account of killed';
    const faultOf = (doing: Promise<unknown>) => doing.catch((error: Error) => error.message);
    expect(await faultOf(dying().rotateSecret({ accountId: account, id: 'killed' }))).to.equal('killed');
    expect(await faultOf(deactivateWebhook(dying().ports)(account, 'killed', 'only_failures'))).to.equal('killed');
    expect(await told(account)).to.deep.equal([]);
    now = later(MINUTE);
    await Promise.all([replica(), replica(), replica()].map(({ tellOwners }) => tellOwners()));
    await replica().tellOwners();
    expect(await told(account)).to.have.members(['webhook.secret_rotated', 'webhook.deactivated']);
  });

  it('is no change of the webhook: a version read meanwhile can still be edited [D-12]', async () => {
    await has('quiet');
    const one = replica();
    const rotated = await one.rotateSecret({ accountId: 'account of quiet', id: 'quiet' });
    const edited = await one.editWebhook({ accountId: 'account of quiet', id: 'quiet', active: false, expectedRevision: rotated.revision });
    expect(edited.revision).to.equal(rotated.revision + 1);
    now = later(MINUTE);
    await replica().tellOwners();
    expect(await told('account of quiet')).to.deep.equal(['webhook.secret_rotated']);
  });
});
