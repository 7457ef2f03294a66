import { randomBytes } from 'node:crypto';
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { logger } from '@landfall/kit/log';
import { testMongo, type TestMongo } from '@landfall/testkit/test-mongo';
import { until } from '@landfall/testkit/until';
import { expect } from 'chai';
import { load } from '../../src/config.js';
import { useCases } from '../../src/wire.js';
import { partners } from '../../src/outside/edi/partners.js';
import { watchedFolder } from '../../src/outside/edi/watched-folder.js';
import { world } from '../support/asking.js';
import { iftsta, set315, x12 } from '../support/edi.js';

describe('watchedFolder', () => {
  let path: string;
  beforeEach(() => {
    path = mkdtempSync(join(tmpdir(), 'landfall-inbox-'));
    mkdirSync(join(path, 'carx'));
  });
  afterEach(() => rmSync(path, { recursive: true, force: true }));

  const put = (name: string, text: string, whole = true) => {
    writeFileSync(join(path, 'carx', name), text);
    const ago = new Date(Date.now() - 60_000);
    if (whole) utimesSync(join(path, 'carx', name), ago, ago);
  };
  const list = (folder: string) => readdirSync(join(path, 'carx', folder)).sort();

  it('reads each file once, answers it beside, and puts what cannot be read aside', async () => {
    const { memory, use } = world();
    put('1.edi', x12([set315()]));
    put('2.edi', 'hello');
    put('3.edi', iftsta());
    put('4.edi', 'ISA*still being written', false);
    const folder = watchedFolder({ path, log: logger('test', 'silent'), everyMs: 10, now: () => new Date(), accountOf: () => 'account-1', receive: use.receive });
    await folder.start();
    await until('the last whole file is read', () => list('done').length === 2 && list('bad').length === 1);
    await folder.stop();
    expect([list('done'), list('bad'), list('out')]).to.deep.equal([['1.edi', '3.edi'], ['2.edi'], ['1.edi.ack', '3.edi.ack']]);
    expect(readFileSync(join(path, 'carx', 'out', '1.edi.ack'), 'utf8')).to.include('AK9*A*1*1*1~');
    expect(readdirSync(join(path, 'carx'))).to.include('4.edi');
    expect([...memory.payloads.values()].map(({ accountId, channel }) => `${accountId ?? ''} ${channel}`)).to.deep.equal(['account-1 edi', 'account-1 edi']);
  });

  it('leaves a file where it is while the store is away, and reads it afterwards', async () => {
    const { use } = world();
    let away = true;
    put('1.edi', x12([set315()]));
    const folder = watchedFolder({ path, log: logger('test', 'silent'), everyMs: 10, now: () => new Date(), accountOf: () => '', receive: async (message) => {
      if (away) throw new Error('the store is away');
      return use.receive(message);
    } });
    await folder.start();
    await until('it was tried', () => list('done').length === 0);
    away = false;
    await until('it is read', () => list('done').length === 1);
    await folder.stop();
  });
});

describe('watchedFolder, killed', () => {
  let store: TestMongo;
  let path: string;
  const key = randomBytes(32).toString('base64');
  const log = logger('test', 'silent');

  before(async () => (store = await testMongo()));
  after(() => store.stop());
  beforeEach(async () => {
    path = mkdtempSync(join(tmpdir(), 'landfall-inbox-'));
    mkdirSync(join(path, 'carx'));
    for (const name of ['receipts', 'payloads']) await store.connection.collection(name).deleteMany({});
  });
  afterEach(() => rmSync(path, { recursive: true, force: true }));

  for (const moment of ['after_keeping', 'after_reading', 'after_finishing']) {
    it(`${moment.replace('_', ' ')} loses nothing and says nothing twice: the next one finishes and answers`, async () => {
      const file = join(path, 'carx', '1.edi');
      writeFileSync(file, x12([set315(), set315({ reference: '0008', bill: 'BL4410078' })]));
      const ago = new Date(Date.now() - 60_000);
      utimesSync(file, ago, ago);
      const dying = fork(new URL('../support/dying-inbox.ts', import.meta.url), [path, store.uri, store.database, key, moment], { execArgv: ['--import', 'tsx'] });
      const [, signal] = (await once(dying, 'exit')) as [number | null, string | null];
      expect(signal).to.equal('SIGKILL');
      expect([existsSync(file), existsSync(join(path, 'carx', 'out', '1.edi.ack'))]).to.deep.equal([true, false]);

      const use = useCases(load({ DATA_ENCRYPTION_KEY: key, LOG_LEVEL: 'silent' }), store.connection, log, () => undefined);
      const folder = watchedFolder({ path, log, everyMs: 10, now: () => new Date(), accountOf: () => '', receive: use.receive });
      await folder.start();
      await until('the file is read', () => existsSync(join(path, 'carx', 'done', '1.edi')));
      await folder.stop();
      expect(readFileSync(join(path, 'carx', 'out', '1.edi.ack'), 'utf8')).to.include('AK9*A*2*2*2~');
      expect(readdirSync(join(path, 'carx', 'out'))).to.deep.equal(['1.edi.ack']);
      const kept = await store.connection.collection('payloads').find({}).toArray();
      expect(kept.flatMap(({ numbers }) => (numbers as string[]).filter((number) => number.startsWith('BL'))).sort()).to.deep.equal(['BL4410077', 'BL4410078']);
      const receipts = await store.connection.collection('receipts').find({}).toArray();
      expect(receipts.map(({ result, openSince }) => [typeof result, openSince])).to.deep.equal([['object', undefined]]);
      for (const model of Object.keys(store.connection.models)) store.connection.deleteModel(model);
    });
  }
});

describe('partners', () => {
  it('say which carrier and account a channel is, and refuse a file with faults', () => {
    const folder = mkdtempSync(join(tmpdir(), 'landfall-partners-'));
    const file = join(folder, 'partners.json');
    writeFileSync(file, JSON.stringify({ carx: { scac: 'PCIU', accountId: 'a' }, vague: {} }));
    const known = partners(file);
    expect([known.scacOf('carx'), known.accountOf('carx'), known.scacOf('vague'), known.accountOf('nobody')]).to.deep.equal(['PCIU', 'a', undefined, '']);
    writeFileSync(file, JSON.stringify({ carx: { scac: 'much too long' } }));
    expect(() => partners(file)).to.throw();
    rmSync(folder, { recursive: true });
  });
});
