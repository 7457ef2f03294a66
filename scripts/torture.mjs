// `npm run torture -- --minutes 10 --seed 1`: kills processes at random moments and asks from outside what was lost.
import { requireNode } from './lib/node-version.mjs';

requireNode();
const { runTask } = await import('./lib/task.mjs');
await runTask('torture');
