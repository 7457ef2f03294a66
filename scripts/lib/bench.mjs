import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { cpus, loadavg, totalmem } from 'node:os';
import { join } from 'node:path';
import { benchIndex, chaptersOf } from './bench-index.mjs';
import { findNatsServer } from './nats-server.mjs';
import { ROOT } from './paths.mjs';
import { pnpmCommand, prepare } from './prepare.mjs';
import { workspaceFolders } from './stamp.mjs';
import { endOnFailure } from './steps.mjs';

const packagesWithBench = () =>
  workspaceFolders(ROOT)
    .filter((folder) => existsSync(join(folder, 'package.json')))
    .map((folder) => ({ folder, ...JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) }))
    .filter(({ scripts }) => scripts?.bench);

const machine = () => `${cpus().length} × ${cpus()[0]?.model ?? 'unknown processor'}, ${Math.round(totalmem() / 2 ** 30)} GiB, Node ${process.versions.node}`;

// Rates on a shared machine differ two- or threefold between runs; ratios within one run do not (stack.md).
const PREFACE = 'Printed by `npm run bench`. Compare ratios inside one run; rates across runs say little on a shared machine.';

const LATEST = join(ROOT, 'docs/bench/latest.md');
const INDEX = join(ROOT, 'docs/bench/README.md');

const kept = () => (existsSync(LATEST) ? chaptersOf(readFileSync(LATEST, 'utf8')) : {});

/** What was measured before and not now stays: a bench of one package is no reason to forget the others. */
const keep = (chapters) => {
  mkdirSync(join(ROOT, 'docs/bench'), { recursive: true });
  const day = new Date().toISOString().slice(0, 10);
  const text = Object.entries(chapters).map(([name, said]) => `## ${name}\n\n${said}`).join('\n\n');
  writeFileSync(LATEST, `# Bench, ${day}\n\n${PREFACE}\n\n${machine()}\n\n${text}\n`);
  writeFileSync(INDEX, benchIndex(day, machine(), chapters));
};

/** Runs each package's bench alone, shows it, and keeps what it printed. With names, only those packages. */
export async function bench(names) {
  await endOnFailure(async () => {
    await prepare(ROOT);
    process.env.LANDFALL_NATS_SERVER ??= await findNatsServer();
    const pnpm = pnpmCommand();
    const chapters = kept();
    for (const { folder, name } of packagesWithBench().filter((each) => names.length === 0 || names.some((wanted) => each.name.endsWith(wanted)))) {
      const load = loadavg()[0].toFixed(1);
      const { status, stdout } = spawnSync(pnpm.program, [...pnpm.args, '--silent', 'run', 'bench'], { cwd: folder, env: pnpm.env, encoding: 'utf8', stdio: ['ignore', 'pipe', 'inherit'], maxBuffer: 2 ** 26 });
      console.log(`\n## ${name}\n\n${stdout}`);
      chapters[name] = `Load before ${load}.\n\n${stdout.trim()}${status === 0 ? '' : `\n\n**over budget or failed (exit ${status})**`}`;
      if (status !== 0) process.exitCode = 1;
      // After each, so that a run that is cut short keeps what it measured.
      keep(chapters);
    }
  });
}
