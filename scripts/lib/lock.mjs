import { linkSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';

/** Takes the lock and answers undefined, or answers the living process that holds it. */
export function takeLock(file) {
  mkdirSync(dirname(file), { recursive: true });
  for (;;) {
    if (createWhole(file)) return undefined;
    const holder = holderOf(file);
    if (holder !== undefined && isAlive(holder)) return holder;
    removeDead(file, holder);
  }
}

export function releaseLock(file) {
  if (holderOf(file) === process.pid) rmSync(file, { force: true });
}

export function isAlive(pid) {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return error.code === 'EPERM';
  }
}

// A link appears with its content or not at all; an exclusive open would show an empty file for a moment.
function createWhole(file) {
  const draft = `${file}.${process.pid}`;
  writeFileSync(draft, String(process.pid));
  try {
    linkSync(draft, file);
    return true;
  } catch (error) {
    if (error.code === 'EEXIST') return false;
    throw error;
  } finally {
    rmSync(draft, { force: true });
  }
}

function holderOf(file) {
  try {
    return Number(readFileSync(file, 'utf8'));
  } catch {
    return undefined;
  }
}

// Moved away before it is deleted: if another process replaced the dead lock in between, its lock is put back.
function removeDead(file, dead) {
  const aside = `${file}.dead-${process.pid}`;
  try {
    renameSync(file, aside);
    if (holderOf(aside) !== dead) linkSync(aside, file);
  } catch (error) {
    if (error.code !== 'ENOENT' && error.code !== 'EEXIST') throw error;
  } finally {
    rmSync(aside, { force: true });
  }
}
