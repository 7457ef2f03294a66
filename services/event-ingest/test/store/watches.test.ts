import { planOf } from '@landfall/testkit/index-use';
import { testMongo, withIndexes, type TestMongo } from '@landfall/testkit/test-mongo';
import { newId } from '@landfall/kit/identity';
import { expect } from 'chai';
import mongoose, { type Connection } from 'mongoose';
import type { Watches } from '../../src/app/ports.js';
import { newWatch, wait, type Said, type Watch } from '../../src/domain/watch.js';
import { terminalWatches } from '../../src/store/terminal-watches.js';
import { watches } from '../../src/store/watches.js';

const NOW = new Date('2026-03-10T00:00:00Z');
const LATER = new Date('2026-03-10T00:02:00Z');

const laneOf = (scac: string) => scac;

const aWatch = (changes: Partial<Watch> = {}): Watch => ({
  ...wait(newWatch(newId(), { scope: '', scac: 'EXMP', requestType: 'bill_of_lading', normalizedNumber: 'BL1' }), { accountId: 'a', trackingRequestId: newId() }, 0, NOW),
  ...changes,
});

describe('watches, in the store', () => {
  let store: TestMongo;
  let rows: Watches;
  let other: Watches;
  let otherConnection: Connection;

  before(async () => {
    store = await testMongo();
    rows = watches(store.connection, laneOf);
    terminalWatches(store.connection);
    await withIndexes(store.connection);
    otherConnection = await mongoose.createConnection(store.uri, { dbName: store.database, autoIndex: false, autoCreate: false }).asPromise();
    other = watches(otherConnection, laneOf);
  });
  after(async () => {
    await otherConnection.close();
    await store.stop();
  });
  beforeEach(() => store.connection.collection('watches').deleteMany({}));

  it('give back what was put in', async () => {
    const watch = aWatch({ heard: { a: 'x' }, vesselImos: ['9074729'], digest: 'd', payloadUntil: NOW });
    expect(await rows.add(watch)).to.equal('added');
    expect(await rows.add(watch)).to.equal('exists');
    expect(await rows.find(watch.id)).to.deep.equal(watch);
    const changed = { ...watch, dueAt: null, phase: 'over' as const, trackers: [] };
    expect(await rows.save(changed, [])).to.equal('saved');
    expect(await rows.find(watch.id)).to.deep.equal({ ...changed, revision: 1 });
  });

  it('are saved by one of two who read the same revision, with its facts', async () => {
    const watch = aWatch();
    await rows.add(watch);
    const said: Said = { fact: 'poll_failed', watch, reason: 'not_found', detail: '', failedAt: NOW, nextDueAt: null, trackers: [], source: 'line' };
    const outcomes = await Promise.all([rows.save({ ...watch, sequence: 1 }, [said]), other.save({ ...watch, sequence: 2 }, [said])]);
    expect(outcomes.sort()).to.deep.equal(['conflict', 'saved']);
    const row = await store.connection.collection('watches').findOne({});
    expect(row?.['outbox']).to.have.length(1);
    expect(row?.['outbox'][0].subject).to.equal('fact.carrier.poll_failed');
  });

  it('are claimed by exactly one of two replicas', async () => {
    for (let index = 0; index < 60; index += 1) await rows.add(aWatch({ dueAt: index < 50 ? NOW : LATER }));
    const taken: Watch[] = [];
    for (let round = 0; round < 12; round += 1) taken.push(...(await Promise.all([rows.claim('EXMP', 5, NOW, LATER, newId()), other.claim('EXMP', 5, NOW, LATER, newId())])).flat());
    expect(taken).to.have.length(50);
    expect(new Set(taken.map(({ id }) => id)).size).to.equal(50);
    expect(await rows.claim('OTHER', 5, NOW, LATER, newId())).to.deep.equal([]);
  });

  it('come due again when the one that claimed them died', async () => {
    await rows.add(aWatch());
    const [claimed] = await rows.claim('EXMP', 5, NOW, LATER, 'dead');
    expect(await rows.claim('EXMP', 5, NOW, LATER, 'alive')).to.deep.equal([]);
    const [again] = await other.claim('EXMP', 5, LATER, new Date(LATER.getTime() + 1), 'alive');
    expect(again?.lease).to.equal('alive');
    // The dead one, were it only slow, can no longer write.
    expect(await rows.save({ ...claimed!, sequence: 9 }, [])).to.equal('conflict');
  });

  it('that nobody wants sleep and are never found due', async () => {
    await rows.add(aWatch({ dueAt: null }));
    expect(await rows.nextDue('EXMP')).to.equal(null);
    expect(await rows.claim('EXMP', 5, LATER, LATER, 'x')).to.deep.equal([]);
    await rows.add(aWatch({ dueAt: LATER }));
    expect(await rows.nextDue('EXMP')).to.deep.equal(LATER);
  });

  it('are found by tracker within the account only, by number, and by their ships', async () => {
    const watch = aWatch({ vesselImos: ['9074729'] });
    await rows.add(watch);
    const id = watch.trackers[0]!.trackingRequestId;
    expect((await rows.byTrackers('a', [id])).map((found) => found.id)).to.deep.equal([watch.id]);
    expect(await rows.byTrackers('stranger', [id])).to.deep.equal([]);
    expect(await rows.byNumbers('EXMP', ['BL1', 'BL2'])).to.have.length(1);
    expect(await rows.byNumbers('OTHR', ['BL1'])).to.deep.equal([]);
    expect(await rows.followedVessels()).to.deep.equal(['9074729']);
  });

  it('are never scanned: every query has its index [D-06]', async () => {
    const scanned = async (filter: Record<string, unknown>, sort: Record<string, 1 | -1> = {}) => (await planOf(store.connection, 'watches', filter, sort)).includes('COLLSCAN');
    expect(await scanned({ lane: 'EXMP', dueAt: { $lte: NOW } }, { dueAt: 1 })).to.equal(false);
    expect(await scanned({ lane: 'EXMP', dueAt: { $gt: new Date(0) } }, { dueAt: 1 })).to.equal(false);
    expect(await scanned({ 'trackers.trackingRequestId': { $in: ['x'] }, trackers: { $elemMatch: { accountId: 'a', trackingRequestId: { $in: ['x'] } } } })).to.equal(false);
    expect(await scanned({ normalizedNumber: { $in: ['BL1'] }, scac: 'EXMP' })).to.equal(false);
    expect(await scanned({ dueAt: { $gt: new Date(0) } })).to.equal(false);
    const boxes = async (filter: Record<string, unknown>) => (await planOf(store.connection, 'terminal_watches', filter, {})).includes('COLLSCAN');
    expect(await boxes({ connector: 'quay', dueAt: { $lte: NOW } })).to.equal(false);
    expect(await boxes({ watchId: { $in: ['x'] } })).to.equal(false);
  });

  it('knows who follows a number on a ship, by an index [D-33]', async () => {
    const [live, stopped] = [aWatch({ vesselImos: ['9074729'] }), aWatch({ vesselImos: ['9074729'] })];
    const inState = (watch: Watch, state: 'live' | 'stopped') => ({ ...watch, trackers: watch.trackers.map((tracker) => ({ ...tracker, state })) });
    for (const watch of [inState(live, 'live'), inState(stopped, 'stopped'), aWatch({ vesselImos: ['9321483'] })]) await rows.add(watch);
    expect((await rows.followersOf('9074729')).map(({ trackingRequestId }) => trackingRequestId)).to.deep.equal(live.trackers.map(({ trackingRequestId }) => trackingRequestId));
    expect(await planOf(store.connection, 'watches', { vesselImos: '9074729' })).to.include('IXSCAN');
  });
});
