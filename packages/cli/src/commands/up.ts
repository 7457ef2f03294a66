import { spawn } from 'node:child_process';
import { closeSync, mkdirSync, openSync, readSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import type { Command, World } from '../command.js';
import { running } from '../running.js';

const LOOK_EVERY_MS = 100;

export const up: Command = {
  name: 'up',
  says: 'Start Landfall in the background and wait until it is ready.',
  positionals: [],
  flags: {
    processes: { says: 'one process for each service' },
    reset: { says: "empty this copy's data first" },
  },
  run: async ({ flags }, world) => {
    const already = running(world.home);
    if (already) {
      world.out(`Landfall already runs here (pid ${already.pid}, ${already.public_url}).\n`);
      return 0;
    }
    const { log, child } = launch(world, Object.keys(flags).map((name) => `--${name}`));
    let ended: number | undefined;
    child.once('exit', (code) => (ended = code ?? 1));

    // Its progress is ours, and so is its ready panel: one wording, wherever it was started from.
    const show = follower(log, world.err);
    while (ended === undefined && running(world.home)?.state !== 'ready') {
      await wait(LOOK_EVERY_MS);
      show();
    }
    await wait(LOOK_EVERY_MS);
    show();
    child.unref();
    return ended === undefined ? 0 : ended || 1;
  },
};

function launch({ root, home, env }: World, flags: string[]) {
  mkdirSync(join(home, 'logs'), { recursive: true, mode: 0o700 });
  const log = join(home, 'logs', 'up.log');
  const fd = openSync(log, 'w', 0o600);
  // Our own `npx` ends before it; without this mark it does not take that for a reason to stop.
  const { npm_lifecycle_event: _event, ...rest } = env;
  const child = spawn(process.execPath, [join(root, 'scripts', 'start.mjs'), ...flags], {
    cwd: root,
    detached: true,
    env: { ...rest, LANDFALL_HOME: home },
    stdio: ['ignore', fd, fd],
  });
  closeSync(fd);
  return { log, child };
}

/** Shows what was added to a file since the last look. */
function follower(file: string, show: (text: string) => void): () => void {
  let shown = 0;
  return () => {
    const { size } = statSync(file);
    if (size <= shown) return;
    const fd = openSync(file, 'r');
    const chunk = Buffer.alloc(size - shown);
    readSync(fd, chunk, 0, chunk.length, shown);
    closeSync(fd);
    shown = size;
    show(chunk.toString('utf8'));
  };
}
