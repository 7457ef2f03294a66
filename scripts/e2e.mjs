// `npm run e2e`: whole journeys through the public doors alone, always run anew; `npm test` may take its result from the cache.
import { requireNode } from './lib/node-version.mjs';

requireNode();
const { test } = await import('./lib/test.mjs');
await test(['--filter=@landfall/test-e2e', '--force', ...process.argv.slice(2)]);
