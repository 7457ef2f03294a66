// The same rooms in every service: one may be missing, none may be renamed, and the kit holds no word of the trade.
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const ROOMS = new Set(['domain', 'messages', 'app', 'store', 'outside', 'rpc', 'bus', 'http', 'mcp', 'pages', 'assets']);
const FLOOR = new Set(['main.ts', 'config.ts', 'wire.ts', 'messages.ts']);
// Deployments and command lines have no trade, so they have no rooms either.
const WITHOUT_ROOMS = new Set(['one-machine']);
const DOORS_OF_THEIR_OWN = { 'mcp-gateway': ['stdio.ts'] };

const TRADE = /\b(shipment|container|webhook|carrier|vessel|terminal)s?\b/i;

const entries = (folder) => (existsSync(folder) ? readdirSync(folder, { withFileTypes: true }) : []);

/** Every breach below the root, as sentences. */
export const breaches = (root) => {
  const found = [];
  for (const service of entries(join(root, 'services')).filter((entry) => entry.isDirectory() && !WITHOUT_ROOMS.has(entry.name))) {
    const floor = new Set([...FLOOR, ...(DOORS_OF_THEIR_OWN[service.name] ?? [])]);
    for (const entry of entries(join(root, 'services', service.name, 'src'))) {
      const known = entry.isDirectory() ? ROOMS.has(entry.name) : floor.has(entry.name);
      if (!known) found.push(`services/${service.name}/src/${entry.name}: no such room; the rooms are ${[...ROOMS].join(', ')}`);
    }
  }
  for (const file of entries(join(root, 'packages/kit/src')).filter((entry) => entry.name.endsWith('.ts'))) {
    const lines = readFileSync(join(root, 'packages/kit/src', file.name), 'utf8').split('\n');
    lines.forEach((line, at) => TRADE.test(line) && found.push(`packages/kit/src/${file.name}:${at + 1}: the kit holds no word of the trade: ${line.trim()}`));
  }
  return found;
};

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const found = breaches(fileURLToPath(new URL('../..', import.meta.url)));
  for (const breach of found) console.error(breach);
  process.exit(found.length > 0 ? 1 : 0);
}
