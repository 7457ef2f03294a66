// `npm run bench [package…]`: every package's figures, as tables, kept in docs/bench/latest.md.
import { requireNode } from './lib/node-version.mjs';

requireNode();
const { bench } = await import('./lib/bench.mjs');
await bench(process.argv.slice(2));
