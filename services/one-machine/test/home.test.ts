import { expect } from 'chai';
import { fork } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { HomeUnusable, openHome } from '../src/home.js';
import { scene, type Scene } from './fixtures/scene.js';

describe('data folder', () => {
  let here: Scene;
  let folder: string;
  beforeEach(() => {
    here = scene();
    folder = join(here.folder, 'home');
  });
  afterEach(() => here.clear());

  const open = (reset = false) => {
    const home = openHome(folder, reset);
    home.close();
    return home;
  };
  const put = (name: string, content = 'x') => writeFileSync(join(folder, name), content);
  const has = (name: string) => existsSync(join(folder, name));

  it('makes an encryption key once, readable by its owner only, and keeps it', () => {
    const first = open().secrets;
    expect(Buffer.from(first.dataEncryptionKey, 'base64')).to.have.lengthOf(32);
    expect(statSync(join(folder, 'secrets.json')).mode & 0o777).to.equal(0o600);
    expect(open().secrets).to.deep.equal(first);
  });

  it('never makes a new key over a damaged file, which would make the data unreadable', () => {
    open();
    put('secrets.json', '{"dataEncryptionKey":"c2hvcnQ="}');
    expect(() => open()).to.throw(HomeUnusable, 'damaged');
    put('secrets.json', '{"dataEnc');
    expect(() => open()).to.throw(HomeUnusable, 'damaged');
  });

  it('is never shared by two running copies', async () => {
    open();
    const other = fork('-e', ['setInterval(() => {}, 1000); process.send("up")'], { execArgv: [], execPath: process.execPath });
    await new Promise((resolve) => other.once('message', resolve));
    put('lock', String(other.pid));
    expect(() => open()).to.throw(HomeUnusable, `pid ${other.pid}`);

    const ended = new Promise((resolve) => other.once('exit', resolve));
    other.kill('SIGKILL');
    await ended;
    expect(() => open()).not.to.throw();
  });

  it('refuses a folder that a newer Landfall wrote', () => {
    open();
    put('format', '2\n');
    expect(() => open()).to.throw(HomeUnusable, 'format 2');
    expect(has('lock')).to.equal(false);
  });

  it('empties what is ours on reset and nothing else', () => {
    const { secrets } = open();
    mkdirSync(join(folder, 'store'));
    put('store/data.mdb');
    put('demo-account.json');
    put('holiday.jpg');
    expect(open(true).secrets).not.to.deep.equal(secrets);
    expect(['store', 'demo-account.json', 'holiday.jpg'].map(has)).to.deep.equal([false, false, true]);
  });

  it('removes what an earlier run told of itself, and keeps its data', () => {
    open();
    ['run.json', 'demo.json', 'demo-account.json'].forEach((name) => put(name));
    open();
    expect(['run.json', 'demo.json', 'demo-account.json'].map(has)).to.deep.equal([false, false, true]);
  });

  it('says which folder cannot be made', () => {
    writeFileSync(folder, 'a file');
    expect(() => openHome(join(folder, 'below'), false)).to.throw(HomeUnusable, 'LANDFALL_HOME names another');
    expect(readFileSync(folder, 'utf8')).to.equal('a file');
  });
});
