// `npm test`: from a bare clone to a counted test run.
import { requireNode } from './lib/node-version.mjs';

requireNode();
const { test } = await import('./lib/test.mjs');
await test(process.argv.slice(2));
