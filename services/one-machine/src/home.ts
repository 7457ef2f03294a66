import { randomBytes } from 'node:crypto';
import { chmodSync, existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { releaseLock, takeLock } from '../../../scripts/lib/lock.mjs';
import type { Secrets } from './plan.js';

/** The layout of this folder; it grows when an older Landfall could no longer read what a newer one wrote. */
export const FORMAT = 1;

// Everything we ever put there, so that --reset cannot delete what is not ours, wherever LANDFALL_HOME points.
const OURS = ['store', 'nats', 'logs', 'demo.json', 'demo-account.json', 'run.json', 'secrets.json', 'format'];

/** Something about the folder stops us; the message says what a person can do. */
export class HomeUnusable extends Error {
  override readonly name = 'HomeUnusable';
}

export type Home = { folder: string; logs: string; secrets: Secrets; close: () => void };

/** Opens the folder for this process alone. */
export function openHome(folder: string, reset: boolean): Home {
  const lock = join(folder, 'lock');
  makeFolder(folder);
  const holder = takeLock(lock);
  if (holder !== undefined) {
    throw new HomeUnusable(
      `${folder} is in use by another Landfall (pid ${holder}).\n` +
        'See it with `npx landfall status`, stop it with `npx landfall down`, or give this one a folder and a port of its own:\n' +
        '  LANDFALL_HOME=.landfall-2 LANDFALL_PORT=3001 npm start',
    );
  }
  try {
    if (reset) for (const name of OURS) rmSync(join(folder, name), { recursive: true, force: true });
    checkFormat(join(folder, 'format'), folder);
    // What an earlier run left here tells of processes that are gone.
    for (const name of ['run.json', 'demo.json']) rmSync(join(folder, name), { force: true });
    return { folder, logs: join(folder, 'logs'), secrets: secretsIn(join(folder, 'secrets.json')), close: () => releaseLock(lock) };
  } catch (error) {
    releaseLock(lock);
    throw error;
  }
}

/** Written beside and renamed, so that a reader finds the old content or the new, never half of it. */
export function writeWhole(file: string, content: unknown): void {
  writeFileSync(`${file}.new`, `${JSON.stringify(content, null, 2)}\n`, { mode: 0o600 });
  chmodSync(`${file}.new`, 0o600);
  renameSync(`${file}.new`, file);
}

function makeFolder(folder: string): void {
  try {
    mkdirSync(folder, { recursive: true, mode: 0o700 });
  } catch (error) {
    throw new HomeUnusable(`The data folder ${folder} cannot be made: ${(error as Error).message}. LANDFALL_HOME names another one.`);
  }
}

function checkFormat(file: string, folder: string): void {
  if (!existsSync(file)) return writeFileSync(file, `${FORMAT}\n`);
  const found = Number(readFileSync(file, 'utf8'));
  if (found === FORMAT) return;
  throw new HomeUnusable(
    `${folder} was written in format ${found}; this Landfall reads format ${FORMAT}.\n` +
      'Use the Landfall that wrote it, another LANDFALL_HOME, or `npm start -- --reset` to lose its data and begin anew.',
  );
}

function secretsIn(file: string): Secrets {
  if (!existsSync(file)) {
    const made: Secrets = { dataEncryptionKey: randomBytes(32).toString('base64') };
    writeWhole(file, made);
    return made;
  }
  const found = readSecrets(file);
  // A new key would make everything unreadable that the old one encrypted, so it is never made over a damaged file.
  if (Buffer.from(found?.dataEncryptionKey ?? '', 'base64').length !== 32) {
    throw new HomeUnusable(`${file} is damaged. Put back a copy of it, or lose this copy's data with \`npm start -- --reset\`.`);
  }
  return found as Secrets;
}

function readSecrets(file: string): Partial<Secrets> | undefined {
  try {
    return JSON.parse(readFileSync(file, 'utf8')) as Partial<Secrets>;
  } catch {
    return undefined;
  }
}
