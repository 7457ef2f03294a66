import { expect } from 'chai';
import { Long, UUID } from 'bson';
import { onBothEngines, refusal } from '../running.js';

onBothEngines('retryable writes', (start) => {
  const lsid = () => ({ id: new UUID() });

  it('sent twice are done once, and answered alike [EM-20]', async () => {
    const { db } = await start();
    const session = lsid();
    const send = () => db.command({
      update: 'counters', updates: [{ q: { _id: 1 }, u: { $inc: { n: 1 } }, upsert: true }], lsid: session, txnNumber: Long.fromNumber(1),
    });
    const first = await send();
    expect(await send()).to.deep.include({ n: first['n'], nModified: first['nModified'] });
    expect(await db.collection('counters').findOne()).to.deep.equal({ _id: 1, n: 1 });
  });

  it('give findAndModify the same document again [EM-20]', async () => {
    const { db } = await start();
    await db.collection<{ _id: number; n: number }>('queue').insertMany([{ _id: 1, n: 0 }, { _id: 2, n: 0 }]);
    const session = lsid();
    const send = () => db.command({
      findAndModify: 'queue', query: {}, sort: { _id: 1 }, remove: true, lsid: session, txnNumber: Long.fromNumber(5),
    });
    expect((await send())['value']).to.deep.equal({ _id: 1, n: 0 });
    expect((await send())['value']).to.deep.equal({ _id: 1, n: 0 });
    expect(await db.collection('queue').countDocuments()).to.equal(1);
  });

  it('with an older number than the session has seen are refused [EM-21]', async () => {
    const { db } = await start();
    const session = lsid();
    const send = (number: number) => db.command({
      insert: 'c', documents: [{ _id: number }], lsid: session, txnNumber: Long.fromNumber(number),
    });
    await send(2);
    expect(await refusal(send(1))).to.include({ code: 225 });
  });

  it('are repeated by the driver when the connection drops, without a second effect [EM-22]', async () => {
    const { db, client } = await start();
    await client.db('admin').command({
      configureFailPoint: 'failCommand', mode: { times: 1 }, data: { failCommands: ['insert'], closeConnection: true },
    });
    await db.collection<{ _id: number }>('c').insertOne({ _id: 1 });
    expect(await db.collection('c').countDocuments()).to.equal(1);
  });

  it('inside a transaction are refused, since there is none [EM-23]', async () => {
    const { db, client } = await start();
    const session = client.startSession();
    session.startTransaction();
    // The driver puts its own words in the place of code 20.
    const { message } = await refusal(db.collection('c').insertOne({ a: 1 }, { session }));
    expect(message).to.contain('does not support retryable writes');
    await session.endSession();
  });
});
