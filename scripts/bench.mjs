// `npm run bench`: the benches of every package that has some, one after the other on a quiet machine.
import { requireNode } from './lib/node-version.mjs';

requireNode();
const { everywhere } = await import('./lib/everywhere.mjs');
await everywhere('bench', process.argv.slice(2));
