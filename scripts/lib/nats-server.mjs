import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { isDebian, unpackDebianPackage } from './debian-package.mjs';
import { cacheFolder, isExecutable, onPath } from './paths.mjs';
import { step, StepFailed } from './steps.mjs';

const HOW_TO_GET_IT = `nats-server was not found on PATH, and this machine has no apt-get to fetch it with. Either
  · install it:      macOS         brew install nats-server
                     Fedora, RHEL  dnf install golang && go install github.com/nats-io/nats-server/v2@latest
                     Windows       use WSL with Debian or Ubuntu, where Landfall fetches it itself
                     Debian        apt-get install nats-server
  · or name one:     LANDFALL_NATS_SERVER=/path/to/nats-server
  · or use yours:    NATS_URL=nats://host:4222 (JetStream on)
and run the same command again.`;

/** The path of a nats-server that runs here: named, on PATH, fetched before, or fetched now without root. */
export async function findNatsServer(env = process.env) {
  const known = knownNatsServer(env);
  if (known) return known;
  if (!isDebian(env)) throw new StepFailed(HOW_TO_GET_IT);

  const folder = unpackedFolder(env);
  // Only a copy that somebody damaged gets here: a whole one was found above.
  rmSync(folder, { recursive: true, force: true });
  await step('fetching nats-server from Debian', () => unpackDebianPackage('nats-server', folder));
  if (!isExecutable(programIn(folder))) throw new StepFailed(`Debian's package holds no nats-server that runs here (${folder}).\n${HOW_TO_GET_IT}`);
  return programIn(folder);
}

/** The same without fetching: undefined when there is none yet. */
export function knownNatsServer(env = process.env) {
  const named = env.LANDFALL_NATS_SERVER;
  if (named) {
    if (!isExecutable(named)) throw new StepFailed(`LANDFALL_NATS_SERVER names ${named}, which is not a program.`);
    return named;
  }
  return onPath('nats-server', env) ?? [programIn(unpackedFolder(env))].find(isExecutable);
}

const unpackedFolder = (env) => join(cacheFolder(env), `nats-server-debian-${process.arch}`);
const programIn = (folder) => join(folder, 'usr', 'sbin', 'nats-server');
