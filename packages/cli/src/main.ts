import { isAbsolute, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type Command, helpOf, helpOfAll, read, type World } from './command.js';
import { accounts } from './commands/accounts.js';
import { doctor } from './commands/doctor.js';
import { down } from './commands/down.js';
import { facts } from './commands/facts.js';
import { ingest } from './commands/ingest.js';
import { keys } from './commands/keys.js';
import { logs } from './commands/logs.js';
import { rpc } from './commands/rpc.js';
import { status } from './commands/status.js';
import { up } from './commands/up.js';
import { users } from './commands/users.js';

const COMMANDS: readonly Command[] = [up, down, status, doctor, logs, facts, ingest, rpc, accounts, users, keys];
// EX_USAGE of sysexits.
const BAD_USAGE = 64;

/** Runs one command and answers with its exit code. */
export async function main(args: readonly string[], world: World = thisMachine()): Promise<number> {
  const [name, ...rest] = args;
  if (name === undefined || name === '--help' || name === '-h' || name === 'help') return say(world, helpOfAll(COMMANDS));

  const command = COMMANDS.find((row) => row.name === name);
  if (!command) return refuse(world, `There is no command "${name}".\n\n${helpOfAll(COMMANDS)}`);
  if (rest.includes('--help') || rest.includes('-h')) return say(world, helpOf(command));

  const input = read(command, rest);
  if ('fault' in input) return refuse(world, `${input.fault}\n\n${helpOf(command)}`);
  return command.run(input, world);
}

function thisMachine(): World {
  const root = fileURLToPath(new URL('../../../', import.meta.url));
  const wished = process.env['LANDFALL_HOME'] || '.landfall';
  return {
    root,
    home: isAbsolute(wished) ? wished : join(root, wished),
    env: process.env,
    out: (text) => process.stdout.write(text),
    err: (text) => process.stderr.write(text),
  };
}

function say(world: World, text: string): number {
  world.out(`${text}\n`);
  return 0;
}

function refuse(world: World, text: string): number {
  world.err(`${text}\n`);
  return BAD_USAGE;
}
