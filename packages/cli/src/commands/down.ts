import { setTimeout as wait } from 'node:timers/promises';
import type { Command } from '../command.js';
import { isAlive, running } from '../running.js';

// Every part has 12 s to stop, and they stop one after the other.
const PATIENCE_MS = 60_000;
const LOOK_EVERY_MS = 50;

export const down: Command = {
  name: 'down',
  says: 'Stop the Landfall that runs here, and wait until nothing of it is left.',
  positionals: [],
  flags: {},
  run: async (_input, { home, out, err }) => {
    const found = running(home);
    if (!found) {
      out(`Landfall is not running here (${home}).\n`);
      return 0;
    }
    process.kill(found.pid, 'SIGTERM');
    const deadline = Date.now() + PATIENCE_MS;
    while (isAlive(found.pid) && Date.now() < deadline) await wait(LOOK_EVERY_MS);
    if (isAlive(found.pid)) {
      err(`Landfall (pid ${found.pid}) has not stopped within ${PATIENCE_MS / 1_000} s. See \`npx landfall logs\`; \`kill -9 ${found.pid}\` ends it and its parts.\n`);
      return 1;
    }
    out('Stopped.\n');
    return 0;
  },
};
