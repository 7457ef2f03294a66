// The spec reporter, and a count in reports/mocha.json, so that `npm test` can close with a number it really counted
// and with the failures of all packages in one place.
const { mkdirSync, writeFileSync } = require('node:fs');
const { createRequire } = require('node:module');
const { join } = require('node:path');

// mocha is a dependency of the package under test, not of this one.
const { reporters } = createRequire(join(process.cwd(), 'package.json'))('mocha');

const LINGER_MS = 20_000;

module.exports = class CountingReporter extends reporters.Spec {
  constructor(runner, options) {
    super(runner, options);
    runner.once('end', () => {
      mkdirSync('reports', { recursive: true });
      const { passes, failures, pending } = this.stats;
      const faults = this.failures.map((test) => ({ title: test.fullTitle(), error: String(test.err?.stack ?? test.err) }));
      writeFileSync('reports/mocha.json', JSON.stringify({ passed: passes, failed: failures, skipped: pending, faults }));
      // Tests clean up after themselves; whoever does not may hold up nobody for ever.
      setTimeout(() => {
        console.error(`still running ${LINGER_MS / 1_000} s after the last test: ${process.getActiveResourcesInfo().join(', ')}`);
        process.exit(1);
      }, LINGER_MS).unref();
    });
  }
};
