import { expect } from 'chai';
import { appendFileSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { aRun, testWorld } from '../world.js';

describe('landfall logs', () => {
  let here: ReturnType<typeof testWorld>;
  beforeEach(() => {
    here = testWorld();
    here.put('logs/store.log', 'one\ntwo\nthree\n');
    here.put('logs/services.log', '{"service":"shipment","msg":"a"}\n{"service":"tracking-request","msg":"b"}\n');
    here.put('logs/up.log', 'progress\n');
  });
  afterEach(() => here.clear());

  it('shows the end of one part', async () => {
    expect(await here.landfall('logs', 'store', '-n', '2')).to.equal(0);
    expect(here.said.out).to.equal('two\nthree\n');
  });

  it('shows one service out of the process that hosts all of them', async () => {
    await here.landfall('logs', 'tracking-request');
    expect(here.said.out).to.equal('{"service":"tracking-request","msg":"b"}\n');
  });

  it('shows all parts by name, when none is named', async () => {
    await here.landfall('logs');
    expect(here.said.out).to.contain('store | three\n').and.contain('services | {"service":"shipment","msg":"a"}\n').and.not.contain('progress');
  });

  it('says which parts there are when it does not know the one', async () => {
    expect(await here.landfall('logs', 'stove')).to.equal(1);
    expect(here.said.err).to.equal('Nothing is known of "stove". There are: services, store.\n');
  });

  it('refuses a number of lines that is none', async () => {
    expect(await here.landfall('logs', 'store', '-n', 'many')).to.equal(64);
  });

  it('goes on with -f through a rotation, and ends when Landfall does', async () => {
    here.put('run.json', aRun());
    const file = join(here.home, 'logs', 'store.log');
    const following = here.landfall('logs', 'store', '-n', '0', '-f');
    appendFileSync(file, 'four\nhalf');
    await said('four\n');
    renameSync(file, `${file}.1`);
    appendFileSync(file, 'five\n');
    await said('five\n');
    rmSync(join(here.home, 'run.json'));
    expect(await following).to.equal(0);
    expect(here.said.out).to.equal('four\nfive\n');
  });

  async function said(text: string): Promise<void> {
    const deadline = Date.now() + 10_000;
    while (!here.said.out.includes(text)) {
      if (Date.now() > deadline) throw new Error(`"${text}" was never shown.`);
      await wait(20);
    }
  }
});
