import { findNatsServer } from './nats-server.mjs';
import { ROOT } from './paths.mjs';
import { pnpmCommand, prepare } from './prepare.mjs';
import { endOnFailure, run } from './steps.mjs';

/** The long run of every package that throws generated requests at a door. */
export async function fuzz() {
  await endOnFailure(async () => {
    await prepare();
    process.env.LANDFALL_NATS_SERVER ??= await findNatsServer();
    const pnpm = pnpmCommand();
    const { code } = await run(pnpm.program, [...pnpm.args, '--recursive', '--if-present', '--workspace-concurrency=1', '--no-bail', '--reporter-hide-prefix', 'run', 'fuzz'], { cwd: ROOT, env: pnpm.env, inherit: true });
    process.exitCode = code === 0 ? 0 : 1;
  });
}
