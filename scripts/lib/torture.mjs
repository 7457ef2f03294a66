import { findNatsServer } from './nats-server.mjs';
import { ROOT } from './paths.mjs';
import { pnpmCommand, prepare } from './prepare.mjs';
import { endOnFailure, run } from './steps.mjs';

// Never two at once: each kills things and would be disturbed by the other.
const ALL = ['--recursive', '--if-present', '--workspace-concurrency=1', '--no-bail', '--reporter-hide-prefix', 'run', 'torture'];
const STACK = ['--filter=@landfall/test-torture', 'run', 'torture'];

/** Without arguments everything that has torture; with some (`--minutes`, `--seed`, `--count`, `--journeys`) the whole stack's. */
export async function torture(args) {
  await endOnFailure(async () => {
    await prepare();
    if (!process.env.NATS_URL) process.env.LANDFALL_NATS_SERVER = await findNatsServer();
    const pnpm = pnpmCommand();
    const { code } = await run(pnpm.program, [...pnpm.args, ...(args.length === 0 ? ALL : [...STACK, ...args])], { cwd: ROOT, env: pnpm.env, inherit: true });
    process.exitCode = code === 0 ? 0 : 1;
  });
}
