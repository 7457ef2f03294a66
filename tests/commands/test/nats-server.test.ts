import { expect } from 'chai';
import { spawnSync } from 'node:child_process';
import { chmodSync, cpSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { findNatsServer, knownNatsServer } from '../../../scripts/lib/nats-server.mjs';

const SCRIPTS = new URL('../../../scripts/lib', import.meta.url).pathname;
const NOBODY = 65_534;

describe('finding nats-server', () => {
  let folder: string;
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'landfall-find-'));
    chmodSync(folder, 0o777);
    // A copy that every user may read, wherever the checkout is.
    cpSync(SCRIPTS, join(folder, 'lib'), { recursive: true });
  });
  afterEach(() => rmSync(folder, { recursive: true, force: true }));

  /** In a process of its own, without anything of this one's environment. */
  const find = (env: Record<string, string>, identity: { uid?: number; gid?: number } = {}) => {
    const code = `const { findNatsServer } = await import('${join(folder, 'lib', 'nats-server.mjs')}'); console.log(await findNatsServer());`;
    const options = { env: { PATH: process.env['PATH'], TMPDIR: folder, ...env }, encoding: 'utf8' as const, cwd: '/', ...identity };
    return spawnSync(process.execPath, ['--input-type=module', '-e', code], options);
  };
  const program = (name: string) => {
    writeFileSync(join(folder, name), '#!/bin/sh\n', { mode: 0o755 });
    return join(folder, name);
  };
  // Debian, with its tools on PATH and nothing else.
  const debianWithoutNats = () => {
    mkdirSync(join(folder, 'bin'));
    for (const name of ['apt-get', 'dpkg']) writeFileSync(join(folder, 'bin', name), `#!/bin/sh\nPATH='${process.env['PATH']}' exec ${name} "$@"\n`, { mode: 0o755 });
    return join(folder, 'bin');
  };

  it('takes the one that is named, before any other', async () => {
    const named = program('my-nats');
    program('nats-server');
    expect(await findNatsServer({ LANDFALL_NATS_SERVER: named, PATH: folder })).to.equal(named);
  });

  it('refuses a named one that is no program, instead of quietly taking another', async () => {
    const failure = await findNatsServer({ LANDFALL_NATS_SERVER: '/nowhere/nats' }).catch((error: Error) => error.message);
    expect(failure).to.equal('LANDFALL_NATS_SERVER names /nowhere/nats, which is not a program.');
  });

  it('takes the one on PATH', async () => {
    program('nats-server');
    expect(await findNatsServer({ PATH: folder, HOME: folder, LANDFALL_NATS_SERVER: '' })).to.equal(join(folder, 'nats-server'));
  });

  it('says how to get one where there is neither it nor apt', () => {
    const { status, stderr } = find({ PATH: join(folder, 'nothing'), XDG_CACHE_HOME: folder });
    expect(status).to.equal(1);
    for (const hint of ['brew install nats-server', 'Fedora', 'WSL', 'NATS_URL']) expect(stderr).to.contain(hint);
  });

  it('fetches it without root, as a user whose home does not exist, and then knows it', () => {
    const isRoot = process.getuid?.() === 0;
    const identity = isRoot ? { uid: NOBODY, gid: NOBODY } : {};
    const found = find({ PATH: debianWithoutNats(), HOME: '/nonexistent' }, identity);
    expect(found.status, found.stderr).to.equal(0);
    const path = found.stdout.trim();
    expect(path).to.match(/nats-server$/);
    expect(spawnSync(path, ['--version'], { encoding: 'utf8' }).stdout).to.match(/nats-server: v2\./);

    // The second time nothing is fetched: with apt gone it is still there.
    rmSync(join(folder, 'bin', 'apt-get'));
    expect(find({ PATH: join(folder, 'bin'), HOME: '/nonexistent' }, identity).stdout.trim()).to.equal(path);
  }).timeout(120_000);

  it('fetches it into the cache of the user, and leaves nothing else behind', () => {
    const home = join(folder, 'home');
    mkdirSync(home);
    const found = find({ PATH: debianWithoutNats(), HOME: home });
    expect(found.status, found.stderr).to.equal(0);
    expect(readdirSync(join(home, '.cache', 'landfall'))).to.deep.equal([`nats-server-debian-${process.arch}`]);
    expect(knownNatsServer({ HOME: home, PATH: '/nowhere' })).to.equal(found.stdout.trim());
  }).timeout(120_000);

  it('fetches it again when the copy in the cache was damaged', () => {
    const broken = join(folder, 'landfall', `nats-server-debian-${process.arch}`);
    mkdirSync(join(broken, 'usr'), { recursive: true });
    const found = find({ PATH: debianWithoutNats(), XDG_CACHE_HOME: folder });
    expect(found.status, found.stderr).to.equal(0);
    expect(found.stdout.trim()).to.contain(broken);
  }).timeout(120_000);
});
