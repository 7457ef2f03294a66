// `npm start`: from a bare clone to a running Landfall. Nothing may be imported statically but this file's own
// check, so that an old Node still reaches the sentence that tells what to do.
import { requireNode } from './lib/node-version.mjs';

requireNode();
const { start } = await import('./lib/start.mjs');
await start(process.argv.slice(2));
