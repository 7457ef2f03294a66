import { mkdirSync, mkdtempSync, readdirSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { onPath } from './paths.mjs';
import { must } from './steps.mjs';

/** True where Debian's package tools are, whoever runs them. */
export const isDebian = (env = process.env) => Boolean(onPath('apt-get', env) && onPath('dpkg', env));

/**
 * Unpacks a Debian package into `folder` without root and without touching the system's package state:
 * lists, cache and archive live in a folder of our own that is removed afterwards.
 */
export async function unpackDebianPackage(name, folder) {
  mkdirSync(join(folder, '..'), { recursive: true });
  const work = mkdtempSync(`${folder}.part-`);
  try {
    const options = privateApt(work);
    await must('apt-get', [...options, 'update', '-qq'], { cwd: work });
    await must('apt-get', [...options, 'download', name, '-qq'], { cwd: work });
    const archive = readdirSync(work).find((file) => file.endsWith('.deb'));
    await must('dpkg', ['-x', join(work, archive), join(work, 'root')], { cwd: work });
    renameInto(join(work, 'root'), folder);
  } finally {
    rmSync(work, { recursive: true, force: true });
  }
}

export function privateApt(work) {
  const folder = (...names) => {
    const path = join(work, ...names);
    mkdirSync(path, { recursive: true });
    return path;
  };
  folder('state', 'lists', 'partial');
  folder('cache', 'archives', 'partial');
  return [
    '-o', `Dir::State=${folder('state')}`,
    '-o', `Dir::Cache=${folder('cache')}`,
    // What is installed is still the machine's own answer, only read.
    '-o', 'Dir::State::status=/var/lib/dpkg/status',
    // As root, apt would hand the download to a user who cannot write into our folder.
    '-o', 'APT::Sandbox::User=root',
  ];
}

// Another process may have put the same package there meanwhile; its copy is as good as ours.
function renameInto(from, to) {
  try {
    renameSync(from, to);
  } catch (error) {
    if (error.code !== 'ENOTEMPTY' && error.code !== 'EEXIST') throw error;
  }
}
