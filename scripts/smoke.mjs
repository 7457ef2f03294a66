// `npm run smoke [scenario]`: asks a running Landfall for a sandbox number and waits for the signed webhooks it causes.
import { requireNode } from './lib/node-version.mjs';

requireNode();
const { smoke } = await import('./lib/smoke.mjs');
await smoke(process.argv[2] ?? 'TEST-DIRECT');
