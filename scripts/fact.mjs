// `npm run fact`: lists what is said on the bus; `npm run fact <subject> [json]` says it on a running Landfall;
// `npm run fact new <service> <noun> <verb>` adds one to the contracts.
import { requireNode } from './lib/node-version.mjs';

requireNode();
const { fact } = await import('./lib/fact.mjs');
await fact(process.argv.slice(2));
