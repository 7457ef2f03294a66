import { existsSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { findNatsServer } from './nats-server.mjs';
import { ROOT } from './paths.mjs';
import { pnpmCommand, prepare } from './prepare.mjs';
import { workspaceFolders } from './stamp.mjs';
import { endOnFailure, run } from './steps.mjs';

/** The packages that have a script of this name. */
export const packagesWith = (task) =>
  workspaceFolders(ROOT)
    .filter((folder) => existsSync(join(folder, 'package.json')))
    .map((folder) => ({ folder, ...JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) }))
    .filter(({ scripts }) => scripts?.[task]);

/** Sets up, then runs the task of one package after the other with the caller's arguments: the machine is theirs alone. */
export async function runTask(task, args = process.argv.slice(2)) {
  await endOnFailure(async () => {
    await prepare(ROOT);
    process.env.LANDFALL_NATS_SERVER ??= await findNatsServer();
    const pnpm = pnpmCommand();
    for (const { folder, name } of packagesWith(task)) {
      console.log(`\n# ${name ?? basename(folder)}`);
      const { code } = await run(pnpm.program, [...pnpm.args, 'run', task, ...args], { cwd: folder, env: pnpm.env, inherit: true });
      if (code !== 0) process.exitCode = 1;
    }
  });
}
