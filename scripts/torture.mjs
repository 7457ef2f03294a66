// `npm run torture`: the long crash tests of every package that has some; `-- --minutes 10 --seed 1` goes to the stack's own.
import { requireNode } from './lib/node-version.mjs';

requireNode();
const { torture } = await import('./lib/torture.mjs');
await torture(process.argv.slice(2));
