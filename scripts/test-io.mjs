// `npm run test:io [package…]`: only what touches a store, a bus, a socket or a file; the middle one of the three speeds.
import { requireNode } from './lib/node-version.mjs';

requireNode();
const { testIo } = await import('./lib/test-io.mjs');
await testIo(process.argv.slice(2));
