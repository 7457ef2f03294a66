import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';

// What turbo writes for a package that has no script of that name.
const NO_SCRIPT = '<NONEXISTENT>';

/** The summary that turbo wrote in this run; undefined when it came to nothing before any task began. */
export function newestSummary(root, sinceMs) {
  const folder = join(root, '.turbo', 'runs');
  if (!existsSync(folder)) return undefined;
  const [newest] = readdirSync(folder)
    .filter((name) => name.endsWith('.json'))
    .map((name) => ({ path: join(folder, name), at: statSync(join(folder, name)).mtimeMs }))
    .filter(({ at }) => at >= sinceMs)
    .sort((a, b) => b.at - a.at);
  return newest && JSON.parse(readFileSync(newest.path, 'utf8'));
}

/** Adds up what every package reported; a task that failed, or a package that reported nothing, is a failure of its own. */
export function countRun(root, summary, exitCode) {
  const count = { passed: 0, failed: 0, skipped: 0, complaints: [] };
  const fail = (complaint) => {
    count.failed += 1;
    count.complaints.push(`✗ ${complaint}`);
  };
  for (const task of (summary?.tasks ?? []).filter(({ command }) => command !== NO_SCRIPT)) {
    if (task.task === 'test') addReport(count, fail, task, readReport(join(root, task.directory)));
    else if (codeOf(task) !== 0) fail(`${task.taskId} ended with ${codeOf(task)}`);
  }
  if (exitCode !== 0 && count.failed === 0) fail(`turbo ended with ${exitCode}`);
  return count;
}

export function closingLine({ passed, failed, skipped }) {
  return `${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ''}`;
}

function addReport(count, fail, task, report) {
  if (!report) return fail(`${task.package} has tests but reported none`);
  count.passed += report.passed;
  count.failed += report.failed;
  count.skipped += report.skipped;
  for (const { title, error } of report.faults ?? []) count.complaints.push(`✗ ${task.package}: ${title}\n${firstLines(error)}`);
  // A process that dies after its report, or whose hooks fail, must not pass by its count.
  if (report.failed === 0 && codeOf(task) !== 0) fail(`${task.package} reported no failure, but its tests ended with ${codeOf(task)}`);
}

const SHOWN_LINES = 8;

const firstLines = (error) => error.split('\n').slice(0, SHOWN_LINES).map((line) => `    ${line.trim()}`).join('\n');

// A task that turbo took from its cache has not been executed, and only successes are cached.
const codeOf = (task) => (task.cache?.status === 'HIT' ? 0 : (task.execution?.exitCode ?? 'no result'));

function readReport(folder) {
  const file = join(folder, 'reports', 'mocha.json');
  return existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : undefined;
}
