import { existsSync, readFileSync, rmSync } from 'node:fs';
import { basename, join } from 'node:path';
import { closingLine } from './count-tests.mjs';
import { findNatsServer } from './nats-server.mjs';
import { ROOT } from './paths.mjs';
import { pnpmCommand, prepare } from './prepare.mjs';
import { workspaceFolders } from './stamp.mjs';
import { endOnFailure, run } from './steps.mjs';

/** The rooms that meet the world; `domain` and `app` are tables of examples and run in no time. */
export const IO_ROOMS = ['store', 'outside', 'bus', 'rpc', 'http', 'mcp'];

export const ioFolders = (root) =>
  workspaceFolders(root)
    .map((folder) => ({ folder, rooms: IO_ROOMS.filter((room) => existsSync(join(folder, 'test', room))) }))
    .filter(({ rooms }) => rooms.length > 0);

const report = (folder) => join(folder, 'reports/mocha.json');
const countOf = (folder) => (existsSync(report(folder)) ? JSON.parse(readFileSync(report(folder), 'utf8')) : { passed: 0, failed: 0, skipped: 0 });

/** One mocha process a package, as in `npm test`; with names, only those packages. */
export async function testIo(names) {
  await endOnFailure(async () => {
    await prepare(ROOT);
    if (!process.env.NATS_URL) process.env.LANDFALL_NATS_SERVER = await findNatsServer();
    const pnpm = pnpmCommand();
    const count = { passed: 0, failed: 0, skipped: 0 };
    for (const { folder, rooms } of ioFolders(ROOT).filter((each) => names.length === 0 || names.includes(basename(each.folder)))) {
      console.log(`\n${basename(folder)}: ${rooms.join(', ')}`);
      const mocha = ['exec', 'mocha', '--config', '../../tooling/mocha/io.json', ...rooms.map((room) => `test/${room}/**/*.test.ts`)];
      rmSync(report(folder), { force: true });
      const { code } = await run(pnpm.program, [...pnpm.args, ...mocha], { cwd: folder, env: pnpm.env, inherit: true });
      const { passed, failed, skipped } = countOf(folder);
      count.passed += passed;
      count.failed += failed + (code !== 0 && failed === 0 ? 1 : 0);
      count.skipped += skipped;
    }
    console.log(closingLine(count));
    process.exitCode = count.failed > 0 || count.passed === 0 ? 1 : 0;
  });
}
