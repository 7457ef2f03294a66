// `npm run new <name>`: stamps out a service with every room's floor laid, that starts, says it is ready, and stops.
import { requireNode } from './lib/node-version.mjs';

requireNode();
const { newService } = await import('./lib/new-service.mjs');
await newService(process.argv.slice(2));
