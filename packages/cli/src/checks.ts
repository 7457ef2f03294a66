import { accessSync, constants, existsSync, readFileSync } from 'node:fs';
import { statfs } from 'node:fs/promises';
import { createServer } from 'node:net';
import { dirname, join } from 'node:path';
import { isEnough, wantedNode } from '../../../scripts/lib/node-version.mjs';
import { knownNatsServer } from '../../../scripts/lib/nats-server.mjs';
import { onPath } from '../../../scripts/lib/paths.mjs';
import { whatIsStale } from '../../../scripts/lib/stamp.mjs';
import type { World } from './command.js';
import { running } from './running.js';

/** `ok: false` comes with what to do; a note beside an `ok` tells what will happen by itself. */
export type Finding = { ok: boolean; what: string; more?: string };

const GIB = 1024 ** 3;
// Dependencies, build and a year of one forwarder's data fit into it.
const LEAST_FREE_BYTES = 2 * GIB;
// The layout that services/one-machine writes.
const FORMAT = 1;

export const CHECKS: ReadonlyArray<(world: World) => Finding | Promise<Finding>> = [node, npm, tree, natsServer, folder, format, disk, port];

function node(): Finding {
  const wanted = wantedNode().join('.');
  const ok = isEnough(process.version, wantedNode());
  return { ok, what: `Node ${process.version}`, ...(ok ? {} : { more: `install ${wanted} or newer` }) };
}

function npm({ env }: World): Finding {
  const ok = onPath('npx', env) !== undefined;
  return { ok, what: 'npm', ...(ok ? {} : { more: 'this Node came without it; install npm' }) };
}

function tree({ root }: World): Finding {
  const stale = whatIsStale(root);
  if (stale.install) return { ok: true, what: 'dependencies', more: 'changed since the last start; `npm start` installs them' };
  return { ok: true, what: 'build', ...(stale.build ? { more: 'older than its sources; `npm start` builds' } : {}) };
}

function natsServer({ env }: World): Finding {
  if (env['NATS_URL']) return { ok: true, what: 'nats-server', more: 'NATS_URL is used instead' };
  const found = knownNatsServer(env);
  if (found) return { ok: true, what: `nats-server at ${found}` };
  if (onPath('apt-get', env)) return { ok: true, what: 'nats-server', more: 'not here yet; `npm start` fetches it from Debian' };
  return { ok: false, what: 'nats-server', more: 'install it, or set NATS_URL or LANDFALL_NATS_SERVER' };
}

function folder({ home }: World): Finding {
  const nearest = nearestExisting(home);
  try {
    accessSync(nearest, constants.W_OK);
    return { ok: true, what: `data folder ${home}` };
  } catch {
    return { ok: false, what: `data folder ${home}`, more: `${nearest} is not writable; set LANDFALL_HOME` };
  }
}

function format({ home }: World): Finding {
  const file = join(home, 'format');
  if (!existsSync(file)) return { ok: true, what: 'data format', more: 'no data yet' };
  const found = Number(readFileSync(file, 'utf8'));
  if (found === FORMAT) return { ok: true, what: `data format ${found}` };
  return { ok: false, what: `data format ${found}`, more: `this Landfall reads format ${FORMAT}; use the Landfall that wrote it, or another LANDFALL_HOME` };
}

async function disk({ home }: World): Promise<Finding> {
  const { bavail, bsize } = await statfs(nearestExisting(home));
  const free = bavail * bsize;
  const ok = free >= LEAST_FREE_BYTES;
  return { ok, what: `disk: ${(free / GIB).toFixed(1)} GiB free`, ...(ok ? {} : { more: `make room: ${LEAST_FREE_BYTES / GIB} GiB are wanted` }) };
}

async function port({ home, env }: World): Promise<Finding> {
  const wished = Number(env['LANDFALL_PORT'] || 3_000);
  const ours = running(home);
  if (ours) return { ok: true, what: `Landfall runs at ${ours.public_url}` };
  const ok = await isFree(wished);
  return { ok, what: `port ${wished}`, ...(ok ? {} : { more: 'is taken; set LANDFALL_PORT to another one' }) };
}

const nearestExisting = (path: string): string => (existsSync(path) ? path : nearestExisting(dirname(path)));

function isFree(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const server = createServer();
    server.once('error', () => resolve(false));
    server.listen(port, () => server.close(() => resolve(true)));
  });
}
