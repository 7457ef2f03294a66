import { randomBytes } from 'node:crypto';
import { newId } from '@landfall/kit/identity';
import { planOf } from '@landfall/testkit/index-use';
import { testMongo, withIndexes, type TestMongo } from '@landfall/testkit/test-mongo';
import { expect } from 'chai';
import { gate } from '../../src/app/gate.js';
import { newTrack } from '../../src/domain/vessel-track.js';
import { secretBox } from '@landfall/kit/secret-box';
import { berthings } from '../../src/store/berthings.js';
import { credentials } from '../../src/store/credentials.js';
import { detections } from '../../src/store/detections.js';
import { parkedEvents, unknownCodes } from '../../src/store/findings.js';
import { leases } from '../../src/store/leases.js';
import { limits } from '../../src/store/limits.js';
import { payloads } from '../../src/store/payloads.js';
import { receipts } from '../../src/store/receipts.js';
import { vessels } from '../../src/store/vessels.js';

const NOW = new Date('2026-03-10T00:00:00Z');
const DAY_MS = 86_400_000;

describe('the rest of the store', () => {
  let store: TestMongo;
  before(async () => {
    store = await testMongo();
    const { connection } = store;
    [limits, payloads, parkedEvents, unknownCodes, receipts, leases, detections].forEach((make) => make(connection));
    vessels(connection, { keptMs: DAY_MS, fineMs: DAY_MS });
    berthings(connection);
    credentials(connection, secretBox([]), {});
    await withIndexes(connection);
  });
  after(() => store.stop());

  it('lets no more questions through than the bucket holds, however many replicas ask at once', async () => {
    const ports = { limits: limits(store.connection), now: () => NOW };
    const policy = { perMinute: 1, burst: 10, breakAfter: 5, openMs: 1, longestOpenMs: 1 };
    const replicas = [gate(ports), gate(ports), gate(ports)];
    const admissions = await Promise.all(Array.from({ length: 60 }, (_, index) => replicas[index % 3]!.take('EXMP:', policy)));
    expect(admissions.filter(({ granted }) => granted === 1)).to.have.length(10);
    await Promise.all(replicas.map((replica) => replica.record('EXMP:', policy, { kind: 'failed' })));
    expect((await limits(store.connection).find('EXMP:'))?.faultsInARow).to.equal(3);
  });

  it('says a berthing once, to however many follow the ship, some hundred a fact [D-33]', async () => {
    const position = { latitude: 33.74, longitude: -118.265, at: NOW, navigationStatus: 5 };
    const trackers = Array.from({ length: 1_200 }, (_, index) => ({ accountId: 'a', trackingRequestId: `request-${index}` }));
    const berthing = { mmsi: '563012345', imo: '9074729', name: 'EXAMPLE STAR', position, harbour: { locodes: ['USLAX', 'USLGB'], terminal: { locode: 'USLAX', smdgCode: 'APMT' } } };
    await berthings(store.connection).say(berthing, trackers);
    await berthings(store.connection).say(berthing, trackers);
    const rows = await store.connection.collection('berthings').find({}).toArray();
    expect(rows).to.have.length(1);
    const said = rows[0]?.['outbox'] as { subject: string; body: { trackers: unknown[]; locodes: string[]; terminalSmdgCode: string } }[];
    expect(said.map(({ subject, body }) => [subject, body.trackers.length])).to.deep.equal([['fact.vessel.berthed', 500], ['fact.vessel.berthed', 500], ['fact.vessel.berthed', 200]]);
    expect(said[0]?.body).to.deep.include({ locodes: ['USLAX', 'USLGB'], terminalSmdgCode: 'APMT' });
  });

  it('keeps raw payloads whole and small, and finds messages by number and owner', async () => {
    const kept = payloads(store.connection);
    const base = { scac: 'EXMP', accountId: null, takenAt: NOW, until: new Date(NOW.getTime() + DAY_MS), digest: 'd' };
    const texts = ['[{"a":"ü€"}]', `["${'x'.repeat(50_000)}"]`];
    await kept.add({ ...base, id: '1', channel: 'line', numbers: ['BL1'], texts });
    expect((await kept.find('1'))?.texts).to.deep.equal(texts);
    const row = await store.connection.collection('payloads').findOne({ _id: '1' as never });
    expect(row?.['body'].buffer.length).to.be.lessThan(2_000);
    expect(await kept.add({ ...base, id: '1', channel: 'line', numbers: [], texts })).to.equal('exists');

    await kept.add({ ...base, id: '2', channel: 'edi', numbers: ['BL1', 'TRKU1000010'], texts: ['m'] });
    await kept.add({ ...base, id: '3', channel: 'push', numbers: ['BL1'], accountId: 'a', texts: ['m'] });
    const found = async (accounts: string[], scac = 'EXMP') => (await kept.messages(scac, ['BL1'], accounts)).map(({ id }) => id);
    expect(await found([])).to.deep.equal(['2']);
    expect(await found(['a'])).to.deep.equal(['2', '3']);
    expect(await found(['b'])).to.deep.equal(['2']);
    expect(await found(['a'], 'OTHR')).to.deep.equal([]);
    await kept.add({ ...base, id: '4', channel: 'terminal', numbers: ['TRKU1000010'], texts: ['{"available":true}'] });
    expect((await kept.report('TRKU1000010', NOW))?.texts).to.deep.equal(['{"available":true}']);
    expect(await kept.report('TRKU1000010', new Date(NOW.getTime() + 1))).to.equal(undefined);
    expect(await planOf(store.connection, 'payloads', { numbers: 'TRKU1000010', channel: 'terminal', takenAt: NOW })).to.include('IXSCAN');
    await kept.keepUntil('1', NOW);
    expect((await kept.find('1'))?.until).to.deep.equal(NOW);
  });

  it('keeps credentials unreadable, bound to their name, and readable after a rotation', async () => {
    const [old, fresh] = [randomBytes(32).toString('base64'), randomBytes(32).toString('base64')];
    const before = credentials(store.connection, secretBox([old]), { HLCU: { clientId: 'installation' } });
    await before.put('MAEU', 'a', { consumerKey: 'hush-hush' });
    expect(JSON.stringify(await store.connection.collection('credentials').find({}).toArray())).to.not.include('hush-hush');

    const rotated = credentials(store.connection, secretBox([fresh, old]), {});
    expect(await rotated.find('MAEU', 'a')).to.deep.equal({ consumerKey: 'hush-hush' });
    expect(await rotated.find('MAEU', 'b')).to.equal(null);
    expect([await rotated.has('MAEU', 'a'), await rotated.has('MAEU', 'b')]).to.deep.equal([true, false]);
    expect(await before.find('HLCU', '')).to.deep.equal({ clientId: 'installation' });
    expect(await before.find('HLCU', 'a')).to.equal(null);

    // A row that is copied under another account's name does not open.
    const row = await store.connection.collection('credentials').findOne({ _id: 'MAEU:a' as never });
    await store.connection.collection('credentials').insertOne({ ...row, _id: 'MAEU:b' } as never);
    const outcome = await rotated.find('MAEU', 'b').then(() => 'opened', () => 'refused');
    expect(outcome).to.equal('refused');
    const withoutOld = await credentials(store.connection, secretBox([fresh]), {}).find('MAEU', 'a').then(() => 'opened', () => 'refused');
    expect(withoutOld).to.equal('refused');
  });

  it('lets one holder have a lease until it ends or is given back', async () => {
    const held = leases(store.connection);
    const soon = new Date(NOW.getTime() + 1_000);
    expect(await held.hold('ais', 'a', NOW, soon)).to.equal(true);
    expect(await held.hold('ais', 'b', NOW, soon)).to.equal(false);
    expect(await held.hold('ais', 'a', NOW, soon)).to.equal(true);
    expect(await held.hold('ais', 'b', new Date(soon.getTime() + 1), new Date(soon.getTime() + 1_000))).to.equal(true);
    await held.release('ais', 'a');
    expect(await held.hold('ais', 'a', soon, soon)).to.equal(false);
    await held.release('ais', 'b');
    expect(await held.hold('ais', 'a', NOW, soon)).to.equal(true);
  });

  it('remembers what an interchange came to, and what was only kept', async () => {
    const kept = receipts(store.connection);
    const received = { accountId: '', format: 'x12' as const, body: Buffer.from('ISA…'), headers: {}, channel: 'carx' };
    expect(await kept.keep('r', received, NOW)).to.equal(null);
    expect(await kept.unfinished(new Date(NOW.getTime() - 1), 10)).to.deep.equal([]);
    expect((await kept.unfinished(NOW, 10)).map(({ received: { body } }) => body.toString())).to.deep.equal(['ISA…']);
    await kept.finish('r', { verdicts: [], acknowledgement: 'ok' });
    expect(await kept.unfinished(NOW, 10)).to.deep.equal([]);
    expect(await kept.keep('r', received, NOW)).to.deep.equal({ verdicts: [], acknowledgement: 'ok' });
  });

  it('counts unknown codes and keeps broken events within bounds', async () => {
    const codes = unknownCodes(store.connection);
    for (let time = 0; time < 3; time += 1) await codes.note('EXMP', [{ code: 'EQUIPMENT/ZZZZ', originalEvent: 'Zapped' }], NOW);
    expect(await codes.list(10)).to.deep.equal([{ scac: 'EXMP', code: 'EQUIPMENT/ZZZZ', originalEvent: 'Zapped', seen: 3, lastSeenAt: NOW }]);
    const flood = Array.from({ length: 500 }, (_, index) => ({ index, reason: 'r', event: { text: 'x'.repeat(20_000) } }));
    await parkedEvents(store.connection).park('p', 'EXMP', flood, NOW);
    const rows = await store.connection.collection('parked_events').find({}).toArray();
    expect(rows).to.have.length(100);
    expect(JSON.stringify(rows[0]).length).to.be.lessThan(10_000);
  });

  it('keeps a track by ship and day, once a moment, and finds it by IMO through every MMSI', async () => {
    const ships = vessels(store.connection, { keptMs: 30 * DAY_MS, fineMs: 14 * DAY_MS });
    const at = (hours: number) => ({ latitude: 33, longitude: -118 + hours / 10, at: new Date(NOW.getTime() + hours * 3_600_000) });
    for (const [mmsi, hours] of [['563012345', 0], ['563012345', 23], ['563012345', 25], ['563012345', 25], ['211000000', 60]] as const) {
      await ships.save({ ...newTrack(mmsi), imo: '9074729', imos: ['9074729'], last: at(hours) }, at(hours));
    }
    const hours = async (query: Partial<Parameters<typeof ships.positions>[0]>) => (await ships.positions({ imo: '9074729', limit: 100, ...query })).map((position) => (position.at.getTime() - NOW.getTime()) / 3_600_000);
    expect(await hours({})).to.deep.equal([0, 23, 25, 60]);
    expect(await hours({ imo: undefined, mmsi: '211000000' })).to.deep.equal([60]);
    expect(await hours({ from: at(1).at, to: at(25).at })).to.deep.equal([23, 25]);
    expect(await hours({ limit: 2 })).to.deep.equal([0, 60]);
    expect(await hours({ imo: '9321483' })).to.deep.equal([]);
    expect(await store.connection.collection('positions').countDocuments()).to.equal(3);
    expect((await ships.find('563012345'))?.imo).to.equal('9074729');
    const facts = await store.connection.collection('vessels').find({}).toArray();
    expect(new Set(facts.flatMap(({ outbox }) => (outbox as { subject: string }[]).map(({ subject }) => subject)))).to.deep.equal(new Set(['fact.vessel.position_taken']));
  });

  it('answers a request without carrier once an attempt [D-25]', async () => {
    const tracker = { accountId: 'a', trackingRequestId: newId() };
    const said = detections(store.connection);
    for (let time = 0; time < 2; time += 1) await said.answer(tracker, 0, { scac: 'MAEU', confidence: 1 }, NOW);
    await said.answer({ ...tracker, trackingRequestId: newId() }, 0, { failed: 'no' }, NOW);
    const rows = await store.connection.collection('detections').find({}).toArray();
    expect(rows.flatMap(({ outbox }) => (outbox as { subject: string }[]).map(({ subject }) => subject)).sort()).to.deep.equal(['fact.carrier.lookup_failed', 'fact.carrier.scac_detected']);
  });
});
