import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { closingLine, countRun, newestSummary } from './count-tests.mjs';
import { findNatsServer } from './nats-server.mjs';
import { ROOT } from './paths.mjs';
import { pnpmCommand, prepare } from './prepare.mjs';
import { whatIsStale, workspaceFolders } from './stamp.mjs';
import { endOnFailure, run } from './steps.mjs';

// One package's tests a core: more only makes each of them slower and its deadlines tighter.
const CONCURRENCY = 2;

/** Type check and tests of every package; arguments go to turbo, so `npm test -- --filter=@landfall/kit` works. */
export async function test(args) {
  await endOnFailure(async () => {
    await prepareAsFarAsPossible();
    if (!process.env.NATS_URL) process.env.LANDFALL_NATS_SERVER = await findNatsServer();
    // A report of an earlier run may not speak for this one; turbo brings back what it has cached.
    for (const folder of workspaceFolders(ROOT)) rmSync(join(folder, 'reports', 'mocha.json'), { force: true });

    const began = Date.now();
    const code = await runTasks(args);
    const count = countRun(ROOT, newestSummary(ROOT, began), code);
    for (const complaint of count.complaints) console.log(complaint);
    console.log(closingLine(count));
    process.exitCode = count.failed > 0 || count.passed === 0 ? 1 : 0;
  });
}

// One package that does not build fails with what needs it; the tests of the others still tell something.
async function prepareAsFarAsPossible() {
  try {
    await prepare(ROOT);
  } catch (error) {
    if (whatIsStale(ROOT).install) throw error;
    console.error(error.message);
  }
}

async function runTasks(args) {
  const pnpm = pnpmCommand();
  const turbo = ['exec', 'turbo', 'run', 'check', 'test', '--continue=dependencies-successful', '--summarize',
    `--concurrency=${CONCURRENCY}`, '--output-logs=new-only', ...args];
  const { code } = await run(pnpm.program, [...pnpm.args, ...turbo], { cwd: ROOT, env: { ...pnpm.env, ...ownHome() }, inherit: true });
  return code;
}

// Tests that start a Landfall of their own never meet the data of the one a developer is running.
function ownHome() {
  const home = mkdtempSync(join(tmpdir(), 'landfall-test-'));
  process.once('exit', () => rmSync(home, { recursive: true, force: true }));
  return { LANDFALL_HOME: home };
}
