// `npm run fuzz`: 20,000 generated requests and 10,000 of two accounts interleaved, against a real gateway; FUZZ_SEED repeats a run.
import { requireNode } from './lib/node-version.mjs';

requireNode();
const { fuzz } = await import('./lib/fuzz.mjs');
await fuzz();
