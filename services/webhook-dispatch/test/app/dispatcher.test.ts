import { testMongo, withIndexes, type TestMongo } from '@landfall/testkit/test-mongo';
import { until } from '@landfall/testkit/until';
import { expect } from 'chai';
import type { Sent } from '../../src/app/ports.js';
import { notifications } from '../../src/store/notifications.js';
import { aWebhook, anEntry, NOW } from '../fakes/a-notification.js';
import { ACCEPTED, REFUSED, replicaOf } from '../fakes/replica.js';

const which = { accountId: 'account-1', id: 'webhook-1' };
const PLACES = 64;

describe('the place of an attempt under way', () => {
  let store: TestMongo;
  let happened: ('sent' | 'written')[];
  let write: () => void;

  beforeEach(async () => {
    store = await testMongo();
    happened = [];
  });
  afterEach(() => store.stop());

  /** More is told than there are places; what becomes of it is written when the test says so. */
  const told = async (answer: Sent) => {
    const db = store.connection.useDb(store.database);
    const mayWrite = new Promise<void>((resolve) => { write = resolve; });
    const log = notifications(db);
    const post = async () => (happened.push('sent'), answer);
    const settle: typeof log.settle = async (all) => {
      await mayWrite;
      happened.push('written');
      await log.settle(all);
    };
    const one = replicaOf(db, () => NOW, post, { notifications: { ...log, settle } });
    await one.ports.webhooks.add(aWebhook(which));
    await withIndexes(db);
    await Promise.all(Array.from({ length: PLACES + 6 }, (_, n) => one.append(anEntry({ id: `event-${n}`, accountId: which.accountId, createdAt: NOW }))));
    return one;
  };

  it('is free for the next one as soon as its endpoint has answered well, while the log is still written [D-44][D-73]', async () => {
    const one = await told(ACCEPTED);
    await until('all are sent', () => happened.length === PLACES + 6);
    expect(happened).not.to.include('written');
    write();
    await one.dispatch.idle();
    expect(happened).to.include('written');
  });

  it('stays taken after trouble until that is written: who fails is asked no more than it may be [D-44][A-06]', async () => {
    const one = await told(REFUSED);
    await until('all places are taken', () => happened.length === PLACES);
    write();
    await until('it is written', () => happened.includes('written'));
    await one.dispatch.idle();
    expect(happened.indexOf('written')).to.equal(PLACES);
  });
});
