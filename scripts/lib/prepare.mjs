import { mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { releaseLock, takeLock } from './lock.mjs';
import { cacheFolder, onPath, ROOT } from './paths.mjs';
import { must, step, StepFailed } from './steps.mjs';
import { whatIsStale, writeStamp } from './stamp.mjs';

/** Installs and builds what is not yet installed and built; a tree that is up to date costs a few milliseconds. */
export async function prepare(root = ROOT) {
  if (!whatIsStale(root).build) return { fresh: true };

  // Two copies may be started from one checkout; the second waits and then finds the work done.
  const lock = join(root, '.turbo', 'landfall-setup.lock');
  await step('waiting for another set-up of this checkout', () => taken(lock));
  try {
    const stale = whatIsStale(root);
    if (!stale.build) return { fresh: true };
    if (stale.install) await step('installing dependencies', () => pnpm(root, ['install', '--frozen-lockfile']));
    // The install is remembered by itself: whoever mends a broken build need not wait for pnpm again.
    writeStamp(root, { install: stale.now.install });
    await step('building', () => pnpm(root, ['exec', 'turbo', 'run', 'build', '--output-logs=errors-only', '--continue=dependencies-successful']));
    // The state from before the build: an edit made while it ran must count as not yet built.
    writeStamp(root, stale.now);
    return { fresh: false };
  } finally {
    releaseLock(lock);
  }
}

/** pnpm of the version that package.json names, brought by npx, so that nobody has to install it. */
export function pnpmCommand(root = ROOT) {
  const { packageManager } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
  if (!onPath('npx')) {
    throw new StepFailed('npm is missing: this Node came without it. Install npm (Debian: `apt-get install npm`), then run the command again.');
  }
  return { program: onPath('npx'), args: ['--yes', packageManager.split('+')[0]], env: setupEnv() };
}

async function pnpm(root, args) {
  const command = pnpmCommand(root);
  return must(command.program, [...command.args, ...args], { cwd: root, env: command.env });
}

/** What pnpm and turbo run with: without the settings that an outer `npm start` puts into the environment. */
export function setupEnv(env = process.env) {
  const own = Object.entries(env).filter(([name]) => !/^npm_(lifecycle|package|command|node|execpath)/.test(name));
  // Without a terminal pnpm asks nothing only when CI is set, and npm needs a cache it can write.
  const cache = env.npm_config_cache ?? (isHomeless(env) ? join(cacheFolder(env), 'npm') : undefined);
  if (cache) mkdirSync(cache, { recursive: true });
  return { ...Object.fromEntries(own), CI: env.CI ?? '1', TURBO_TELEMETRY_DISABLED: '1', DO_NOT_TRACK: '1', ...(cache ? { npm_config_cache: cache } : {}) };
}

const isHomeless = (env) => !cacheFolder(env).startsWith(env.XDG_CACHE_HOME || join(env.HOME ?? '', '.cache'));

async function taken(lock) {
  while (takeLock(lock) !== undefined) await wait(200);
}
