import { expect } from 'chai';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { closingLine, countRun, type Task } from '../../../scripts/lib/count-tests.mjs';

describe('the count that npm test closes with', () => {
  let root: string;
  beforeEach(() => (root = mkdtempSync(join(tmpdir(), 'landfall-count-'))));
  afterEach(() => rmSync(root, { recursive: true, force: true }));

  const task = (name: string, more: Partial<Task> = {}): Task => ({
    taskId: `${name}#test`, task: 'test', package: name, directory: name, command: 'mocha', cache: { status: 'MISS' }, execution: { exitCode: 0 }, ...more,
  });
  const report = (name: string, passed: number, failed = 0, skipped = 0) => {
    mkdirSync(join(root, name, 'reports'), { recursive: true });
    writeFileSync(join(root, name, 'reports', 'mocha.json'), JSON.stringify({ passed, failed, skipped }));
  };

  it('adds up what every package reported, from its run or from the cache', () => {
    report('kit', 10, 1, 2);
    report('cli', 5);
    const count = countRun(root, { tasks: [task('kit', { execution: { exitCode: 1 } }), { ...task('cli'), cache: { status: 'HIT' }, execution: {} }] }, 1);
    expect(count).to.deep.equal({ passed: 15, failed: 1, skipped: 2, complaints: [] });
    expect(closingLine(count)).to.equal('15 passed, 1 failed, 2 skipped');
  });

  it('says nothing of skipped tests when none is', () => {
    expect(closingLine({ passed: 3, failed: 0, skipped: 0 })).to.equal('3 passed, 0 failed');
  });

  it('counts a package that has tests and reports none as failed', () => {
    const count = countRun(root, { tasks: [task('kit')] }, 0);
    expect(count).to.include({ passed: 0, failed: 1 });
    expect(count.complaints).to.deep.equal(['✗ kit has tests but reported none']);
  });

  it('tells which tests failed and how, once more and in one place', () => {
    mkdirSync(join(root, 'kit', 'reports'), { recursive: true });
    const faults = [{ title: 'a relay sends in order', error: 'AssertionError: expected 2 to equal 1\n    at relay.test.ts:7:1' }];
    writeFileSync(join(root, 'kit', 'reports', 'mocha.json'), JSON.stringify({ passed: 1, failed: 1, skipped: 0, faults }));
    const { complaints } = countRun(root, { tasks: [task('kit', { execution: { exitCode: 1 } })] }, 1);
    expect(complaints).to.deep.equal(['✗ kit: a relay sends in order\n    AssertionError: expected 2 to equal 1\n    at relay.test.ts:7:1']);
  });

  it('asks nothing of a package without tests', () => {
    expect(countRun(root, { tasks: [task('kit', { command: '<NONEXISTENT>' })] }, 0)).to.include({ failed: 0 });
  });

  it('counts a test process that died after a clean report, and a check that failed', () => {
    report('kit', 10);
    const tasks = [task('kit', { execution: { exitCode: 137 } }), task('cli', { taskId: 'cli#check', task: 'check', execution: { exitCode: 2 } })];
    expect(countRun(root, { tasks }, 1)).to.include({ passed: 10, failed: 2 });
  });

  it('never closes clean when turbo did not', () => {
    expect(countRun(root, undefined, 1)).to.include({ failed: 1 });
  });
});
