import { findNatsServer } from './nats-server.mjs';
import { ROOT } from './paths.mjs';
import { pnpmCommand, prepare } from './prepare.mjs';
import { endOnFailure, run } from './steps.mjs';

/** Runs one script of every package that has it, never two at once: they measure, or they kill things. */
export async function everywhere(script, args) {
  await endOnFailure(async () => {
    await prepare();
    if (!process.env.NATS_URL) process.env.LANDFALL_NATS_SERVER = await findNatsServer();
    const pnpm = pnpmCommand();
    // Arguments choose packages, as in `npm run bench -- --filter=@landfall/kit`.
    const command = [...args, '--recursive', '--if-present', '--workspace-concurrency=1', '--no-bail', '--reporter-hide-prefix', 'run', script];
    const { code } = await run(pnpm.program, [...pnpm.args, ...command], { cwd: ROOT, env: pnpm.env, inherit: true });
    process.exitCode = code === 0 ? 0 : 1;
  });
}
