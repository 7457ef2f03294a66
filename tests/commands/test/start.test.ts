import { expect } from 'chai';
import { createServer } from 'node:net';
import { once } from 'node:events';
import { existsSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { isEnough } from '../../../scripts/lib/node-version.mjs';
import { clearCopies, copyOf, until } from './copy.js';

describe('npm start', function () {
  this.timeout(120_000);
  afterEach(clearCopies);

  it('ends with a panel, and tells scripts the same in demo.json', async () => {
    const copy = await copyOf();
    copy.start();
    await copy.ready();
    const origin = `http://127.0.0.1:${copy.env['LANDFALL_PORT']}`;
    expect(copy.demo()).to.include({ base_url: `${origin}/v2`, mcp_url: origin, pid: copy.run()?.pid });
    expect(copy.output()).to.contain(copy.home);
    expect(statSync(join(copy.home, 'demo.json')).mode & 0o777).to.equal(0o600);
    expect(copy.run()?.parts.map(({ name, state }) => [name, state])).to.deep.equal([['store', 'ready'], ['nats', 'ready'], ['services', 'ready']]);
  });

  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
    it(`stops everything in order on ${signal}, and no process is left`, async () => {
      const copy = await copyOf();
      copy.start();
      await copy.ready();
      expect(copy.left()).to.have.length.greaterThan(3);
      copy.signal(signal);
      await copy.nothingIsLeft();
      expect(copy.output()).to.contain('Stopped.');
      expect([copy.has('demo.json'), copy.has('run.json'), copy.has('lock')]).to.deep.equal([false, false, false]);
    });
  }

  it('leaves no process when it is killed with SIGKILL, and starts again over what that left', async () => {
    const copy = await copyOf();
    copy.start();
    await copy.ready();
    process.kill(copy.run()?.pid ?? 0, 'SIGKILL');
    await copy.nothingIsLeft();
    copy.start();
    await copy.ready();
  });

  it('leaves no process when npm is killed with SIGKILL', async () => {
    const copy = await copyOf();
    const npm = copy.start();
    await copy.ready();
    npm.kill('SIGKILL');
    await copy.nothingIsLeft();
  });

  it('runs one process a service with --processes', async () => {
    const copy = await copyOf();
    copy.start('--processes');
    await copy.ready();
    const { parts, services } = copy.run() ?? { parts: [], services: [] };
    expect(parts.map(({ name }) => name)).to.deep.equal(['store', 'nats', ...services]);
    copy.signal('SIGINT');
    await copy.nothingIsLeft();
  });

  for (const part of ['store', 'nats', 'services']) {
    it(`reports a crash of ${part} with its log, and starts it again`, async () => {
      const copy = await copyOf();
      copy.start();
      await copy.ready();
      const { pid } = copy.part(part) ?? {};
      if (!pid) throw new Error(`There is no ${part}.`);
      process.kill(-pid, 'SIGKILL');
      await until(`${part} is back`, () => copy.output().includes(`${part} is back`) && copy.part(part)?.state === 'ready', copy.output);
      expect(copy.output()).to.contain(`✗ ${part} was ended by SIGKILL. The end of its log:`);
      expect(copy.part(part)).to.include({ restarts: 1 });
    });
  }

  it('runs beside another copy of the same checkout', async () => {
    const copies = [await copyOf(), await copyOf()];
    for (const copy of copies) copy.start();
    for (const copy of copies) await copy.ready();
    const ports = copies.flatMap((copy) => Object.values(copy.run()?.ports ?? {}));
    expect(new Set(ports)).to.have.property('size', ports.length);
  });

  it('never shares a folder with another copy', async () => {
    const first = await copyOf();
    first.start();
    await first.ready();
    const second = await copyOf({ LANDFALL_HOME: first.home });
    second.start();
    expect(await second.exitCode()).to.equal(1);
    expect(second.output()).to.contain(`in use by another Landfall (pid ${first.run()?.pid})`);
    expect(first.run()?.state).to.equal('ready');
  });

  it('says who has its port and how to choose another', async () => {
    const copy = await copyOf();
    const server = createServer().listen(Number(copy.env['LANDFALL_PORT']));
    await once(server, 'listening');
    copy.start();
    const code = await copy.exitCode();
    server.close();
    expect(code).to.equal(1);
    expect(copy.output()).to.match(new RegExp(`Port ${copy.env['LANDFALL_PORT']} is already taken by process ${process.pid} \\(.+\\)`)).and.contain('LANDFALL_PORT=');
    expect(copy.has('lock')).to.equal(false);
  });

  it('keeps its data from start to start, and empties it with --reset and nothing else', async () => {
    const copy = await copyOf();
    const again = async (...args: string[]) => {
      copy.start(...args);
      await copy.ready();
      copy.signal('SIGINT');
      await copy.nothingIsLeft();
      return readFileSync(join(copy.home, 'secrets.json'), 'utf8');
    };
    const first = await again();
    writeFileSync(join(copy.home, 'holiday.jpg'), 'x');
    expect(await again()).to.equal(first);
    expect(await again('--reset')).not.to.equal(first);
    expect(existsSync(join(copy.home, 'holiday.jpg'))).to.equal(true);
  });

  it('tells every wrong setting at once and ends with 78', async () => {
    const copy = await copyOf({ LANDFALL_PORT: 'http', MONGODB_URI: 'db' });
    copy.start('--rest');
    expect(await copy.exitCode()).to.equal(78);
    for (const wrong of ['--rest', 'LANDFALL_PORT', 'MONGODB_URI']) expect(copy.output()).to.contain(wrong);
  });
});

describe('the Node that is wanted', () => {
  const cases: Array<[version: string, enough: boolean]> = [['v20.19.0', true], ['v20.18.3', false], ['v18.20.0', false], ['v22.1.0', true], ['v24.0.0', true]];
  for (const [version, enough] of cases) {
    it(`${enough ? 'is met' : 'is not met'} by ${version}`, () => {
      expect(isEnough(version, [20, 19])).to.equal(enough);
    });
  }
});
