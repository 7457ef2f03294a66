import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { findNatsServer } from './nats-server.mjs';
import { ROOT } from './paths.mjs';
import { prepare } from './prepare.mjs';
import { endOnFailure, step } from './steps.mjs';

/** Set-up, then services/one-machine in this very process: one process less, and its pid is the one a person sees. */
export async function start(args) {
  await endOnFailure(async () => {
    await prepare();
    if (!process.env.NATS_URL) process.env.LANDFALL_NATS_SERVER = await findNatsServer();
  });
  const entry = pathToFileURL(join(ROOT, 'services', 'one-machine', 'dist', 'main.js'));
  const { run } = await step('loading', () => import(entry.href));
  await run(args, process.env, ROOT);
}
