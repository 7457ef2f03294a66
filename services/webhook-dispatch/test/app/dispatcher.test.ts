import { testMongo, withIndexes, type TestMongo } from '@landfall/testkit/test-mongo';
import { until } from '@landfall/testkit/until';
import { expect } from 'chai';
import type { Sent } from '../../src/app/ports.js';
import { notifications } from '../../src/store/notifications.js';
import { aWebhook, anEntry, NOW } from '../fakes/a-notification.js';
import { ACCEPTED, REFUSED, replicaOf } from '../fakes/replica.js';

const PLACES = 64, MOST_OPEN = 16 * PLACES, ACCOUNTS = 12;

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
  const told = async (answer: Sent, count = PLACES + 6, accounts = 1) => {
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
    await withIndexes(db);
    for (let n = 0; n < accounts; n += 1) await one.ports.webhooks.add(aWebhook({ id: `webhook-${n}`, accountId: `account-${n}` }));
    await Promise.all(Array.from({ length: count }, (_, n) => one.append(anEntry({ id: `event-${n}`, accountId: `account-${n % accounts}`, createdAt: NOW }))));
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

  it('is given to nobody while too many outcomes wait to be written: a slow store may not fill the memory [D-44][D-73]', async () => {
    const one = await told(ACCEPTED, MOST_OPEN + 100, ACCOUNTS);
    await until('as many are sent as may wait', () => happened.length === MOST_OPEN);
    write();
    await until('all are sent', () => happened.filter((what) => what === 'sent').length === MOST_OPEN + 100);
    await one.dispatch.idle();
    expect(happened.indexOf('written')).to.equal(MOST_OPEN);
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
