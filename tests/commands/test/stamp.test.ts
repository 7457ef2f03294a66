import { expect } from 'chai';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { treeState, whatIsStale, writeStamp } from '../../../scripts/lib/stamp.mjs';

describe('the stamp that lets a second start skip install and build [D-70]', () => {
  let root: string;
  const put = (name: string, content: string) => {
    mkdirSync(dirname(join(root, name)), { recursive: true });
    writeFileSync(join(root, name), content);
  };
  const stale = () => {
    const { install, build } = whatIsStale(root);
    return { install, build };
  };

  beforeEach(() => {
    root = mkdtempSync(join(tmpdir(), 'landfall-stamp-'));
    for (const name of ['package.json', 'pnpm-lock.yaml', 'packages/kit/package.json', 'packages/kit/src/log.ts', 'packages/kit/dist/log.js', 'packages/kit/test/log.test.ts', 'node_modules/.modules.yaml']) put(name, '{}');
    writeStamp(root, treeState(root));
  });
  afterEach(() => rmSync(root, { recursive: true, force: true }));

  it('finds nothing to do in a tree that is as it was', () => {
    expect(stale()).to.deep.equal({ install: false, build: false });
  });

  const changes: Array<[what: string, change: () => void, wanted: { install: boolean; build: boolean }]> = [
    ['a source', () => put('packages/kit/src/log.ts', 'changed'), { install: false, build: true }],
    ['a new source', () => put('packages/kit/src/deep/new.ts', ''), { install: false, build: true }],
    ['a compiler setting', () => put('packages/kit/tsconfig.build.json', '{}'), { install: false, build: true }],
    ['a manifest', () => put('packages/kit/package.json', '{"dependencies":{}}'), { install: true, build: true }],
    ['the lockfile', () => put('pnpm-lock.yaml', 'changed'), { install: true, build: true }],
    ['a new package', () => put('services/oauth/package.json', '{}'), { install: true, build: true }],
    ['a test', () => put('packages/kit/test/log.test.ts', 'changed'), { install: false, build: false }],
    ['the output, removed', () => rmSync(join(root, 'packages/kit/dist'), { recursive: true }), { install: false, build: true }],
    ['node_modules, removed', () => rmSync(join(root, 'node_modules'), { recursive: true }), { install: true, build: true }],
    ['a torn stamp', () => put('node_modules/.cache/landfall/stamp.json', '{"inst'), { install: true, build: true }],
  ];
  for (const [what, change, wanted] of changes) {
    it(`sees ${what}`, () => {
      change();
      expect(stale()).to.deep.equal(wanted);
    });
  }

  it('counts an edit that was made while a build ran as not yet built', () => {
    const before = treeState(root);
    put('packages/kit/src/log.ts', 'edited meanwhile');
    writeStamp(root, before);
    expect(stale()).to.deep.equal({ install: false, build: true });
  });
});
