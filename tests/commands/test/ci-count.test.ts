import { expect } from 'chai';
import { spawnSync } from 'node:child_process';
import { ROOT } from './copy.js';

describe('the count that .ci/run closes with', () => {
  const closing = (jobs: string) => {
    const { stdout, status } = spawnSync('bash', ['-c', `set -uo pipefail; source .ci/count.sh; ${jobs}; close_with_count`], { cwd: ROOT, encoding: 'utf8' });
    return { line: stdout.trimEnd().split('\n').at(-1), status, stdout };
  };

  it('counts the tests, and each job as one check', () => {
    const { line, status } = closing(`job lint true; tests 'npm test' echo '41 passed, 0 failed, 2 skipped'; job clone true`);
    expect(line).to.equal('43 passed, 0 failed, 2 skipped');
    expect(status).to.equal(0);
  });

  it('goes on after a job that failed, names it, and fails', () => {
    const { line, status, stdout } = closing(`job lint false; job clone true`);
    expect(line).to.equal('1 passed, 1 failed');
    expect(stdout).to.contain('FAILED: lint');
    expect(status).to.equal(1);
  });

  it('takes tests that close without a count for failed', () => {
    expect(closing(`job lint true; tests 'npm test' echo 'all is well'`)).to.include({ line: '1 passed, 1 failed', status: 1 });
  });

  it('believes neither a clean count with a failed end, nor a run without any test', () => {
    expect(closing(`tests 'npm test' bash -c 'echo "3 passed, 0 failed"; exit 1'`)).to.include({ line: '3 passed, 1 failed', status: 1 });
    expect(closing('true')).to.include({ line: '0 passed, 0 failed', status: 1 });
  });

  it('repeats what the tests complained of, after the jobs that came later', () => {
    const { stdout } = closing(`tests 'npm test' printf '✗ kit: a relay sends in order\\n    expected 2 to equal 1\\n1 passed, 1 failed\\n'; job clone true`);
    expect(stdout.split('-- passed: clone').at(-1)).to.contain('✗ kit: a relay sends in order\n    expected 2 to equal 1\n2 passed, 1 failed');
  });

  it('gives no job a standard input to wait for', () => {
    expect(closing(`job cat bash -c '[ -z "$(cat)" ]'`)).to.include({ line: '1 passed, 0 failed' });
  });
});
