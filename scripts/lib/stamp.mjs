// A stamp says from which sources the tree was last installed and built, so that a second start skips pnpm and turbo.
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, statSync, writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';

const WORKSPACES = ['packages', 'services', 'tooling', 'tests'];
const ROOT_FILES = ['package.json', 'pnpm-lock.yaml', 'pnpm-workspace.yaml', 'infra/package.json'];
const BUILD_FILES = ['turbo.json', 'tsconfig.base.json'];
// The same inputs as the build task of turbo.json.
const BUILD_FOLDERS = ['src', 'gen', 'data'];

export const stampFile = (root) => join(root, 'node_modules', '.cache', 'landfall', 'stamp.json');

export function workspaceFolders(root) {
  return WORKSPACES.flatMap((group) => foldersIn(join(root, group)))
    .filter((folder) => existsSync(join(folder, 'package.json')));
}

/** What the tree is now. `install` changes with manifests and the lockfile, `build` with anything that is compiled. */
export function treeState(root) {
  const folders = workspaceFolders(root);
  const manifests = [...ROOT_FILES.map((name) => join(root, name)), ...folders.map((folder) => join(folder, 'package.json'))];
  const sources = [
    ...BUILD_FILES.map((name) => join(root, name)),
    ...folders.flatMap((folder) => [
      ...filesIn(folder, /^tsconfig.*\.json$/),
      ...BUILD_FOLDERS.flatMap((name) => filesUnder(join(folder, name))),
    ]),
  ];
  // Native parts differ by Node's ABI and by machine, so a tree copied between them is installed again.
  const install = digest([`${process.version} ${process.platform} ${process.arch}`, ...manifests.map((file) => contentOf(root, file))]);
  return { install, build: digest([install, ...sources.map((file) => touchOf(root, file))]) };
}

/** What still has to be done to run this tree. */
export function whatIsStale(root) {
  const now = treeState(root);
  const then = readStamp(root);
  const install = then.install !== now.install || !existsSync(join(root, 'node_modules', '.modules.yaml'));
  const built = (then.outputs ?? []).every((output) => existsSync(join(root, output)));
  return { install, build: install || then.build !== now.build || !built, now };
}

export function writeStamp(root, state) {
  const outputs = workspaceFolders(root).map((folder) => join(folder, 'dist')).filter(existsSync).map((path) => relative(root, path));
  const file = stampFile(root);
  mkdirSync(join(file, '..'), { recursive: true });
  writeFileSync(`${file}.${process.pid}`, JSON.stringify({ ...state, outputs }));
  renameSync(`${file}.${process.pid}`, file);
}

function readStamp(root) {
  try {
    return JSON.parse(readFileSync(stampFile(root), 'utf8'));
  } catch {
    // No stamp or a torn one: both mean that nothing is known, so everything is done again.
    return {};
  }
}

// Size and time are enough to see an edit and cost a thousandth of reading every file.
function touchOf(root, file) {
  const { size, mtimeMs } = statSync(file, { throwIfNoEntry: false }) ?? { size: -1, mtimeMs: 0 };
  return `${relative(root, file)} ${size} ${mtimeMs}`;
}

const contentOf = (root, file) => `${relative(root, file)} ${existsSync(file) ? readFileSync(file, 'utf8') : '-'}`;
const digest = (lines) => createHash('sha256').update(lines.join('\n')).digest('hex');
const entries = (folder) => (existsSync(folder) ? readdirSync(folder, { withFileTypes: true }) : []);
const foldersIn = (folder) => entries(folder).filter((entry) => entry.isDirectory()).map((entry) => join(folder, entry.name)).sort();
const filesIn = (folder, pattern) => entries(folder).filter((entry) => entry.isFile() && pattern.test(entry.name)).map((entry) => join(folder, entry.name)).sort();

function filesUnder(folder) {
  return entries(folder)
    .sort((a, b) => (a.name < b.name ? -1 : 1))
    .flatMap((entry) => (entry.isDirectory() ? filesUnder(join(folder, entry.name)) : [join(folder, entry.name)]));
}
