// `npm run torture`: the long crash tests of every package that has some.
import { requireNode } from './lib/node-version.mjs';

requireNode();
const { everywhere } = await import('./lib/everywhere.mjs');
await everywhere('torture', process.argv.slice(2));
