import { accessSync, constants, mkdirSync } from 'node:fs';
import { homedir, tmpdir, userInfo } from 'node:os';
import { delimiter, join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** The checkout this script belongs to. */
export const ROOT = fileURLToPath(new URL('../../', import.meta.url)).replace(/[\\/]$/, '');

/** Where fetched programs are kept between checkouts; never inside the checkout, so that a clean keeps them. */
export function cacheFolder(env = process.env) {
  const wished = env.XDG_CACHE_HOME || join(env.HOME || homedir(), '.cache');
  const folder = join(wished, 'landfall');
  if (canMake(folder)) return folder;

  // System users such as `nobody` have a home that does not exist; the user id keeps two users apart.
  const fallback = join(tmpdir(), `landfall-cache-${userInfo().uid}`);
  mkdirSync(fallback, { recursive: true, mode: 0o700 });
  return fallback;
}

export function onPath(program, env = process.env) {
  const names = process.platform === 'win32' ? [`${program}.exe`, `${program}.cmd`] : [program];
  for (const folder of (env.PATH ?? '').split(delimiter)) {
    for (const name of names) {
      if (folder && isExecutable(join(folder, name))) return join(folder, name);
    }
  }
  return undefined;
}

export function isExecutable(path) {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

function canMake(folder) {
  try {
    mkdirSync(folder, { recursive: true });
    accessSync(folder, constants.W_OK);
    return true;
  } catch {
    return false;
  }
}
