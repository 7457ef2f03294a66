import { HELP, load, type Environment, type Settings } from './config.js';
import { type Home, HomeUnusable, openHome } from './home.js';
import { watchNpm } from './npm-parent.js';
import { oneMachine } from './one-machine.js';
import { portHolder } from './port-holder.js';
import { publicPortState } from './ports.js';

// sysexits' EX_CONFIG.
const BAD_CONFIG = 78;
// Ctrl-C in a terminal, `landfall down` or an init system, and a terminal that was closed.
const STOP_SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;
// A terminal and npm hand on the same Ctrl-C, so what follows at once is no impatience.
const IMPATIENT_AFTER_MS = 1_000;

const say = (line: string) => process.stderr.write(`${line}\n`);

/** The whole life of a Landfall on one machine. The process ends when this is over. */
export async function run(args: readonly string[], env: Environment, root: string): Promise<void> {
  if (args.includes('--help')) return void process.stdout.write(HELP);
  const settings = load(args, env, root);
  if ('faults' in settings) return end(BAD_CONFIG, settings.faults);
  try {
    const home = openHome(settings.home, settings.reset);
    if (settings.reset && settings.mongodbUri) say('--reset leaves the MongoDB of MONGODB_URI as it is.');
    await live(settings, home, env).finally(home.close);
  } catch (error) {
    if (error instanceof HomeUnusable) return end(1, [error.message]);
    throw error;
  }
}

async function live(settings: Settings, home: Home, env: Environment): Promise<void> {
  const taken = await whyPortIsTaken(settings.publicPort);
  if (taken) return end(1, taken);

  const machine = await oneMachine(settings, home, env, say);
  let askedAt: number | undefined;
  const stop = (why: string) => {
    machine.stop(why);
    askedAt ??= performance.now();
    // Whoever asks again later does not want to wait; the parts end with our channel to them.
    if (performance.now() - askedAt > IMPATIENT_AFTER_MS) process.exit(1);
  };
  for (const signal of STOP_SIGNALS) process.on(signal, () => stop(signal === 'SIGINT' ? 'Ctrl-C' : signal));
  watchNpm(() => stop('npm is gone'));
  process.exitCode = await machine.run();
}

async function whyPortIsTaken(port: number): Promise<string[] | undefined> {
  const state = await publicPortState(port);
  if (state === 'free') return undefined;
  const another = `Choose another one:  LANDFALL_PORT=${port < 65_535 ? port + 1 : 3000} npm start`;
  if (state === 'forbidden') return [`Port ${port} may only be opened by root.`, another];

  const holder = portHolder(port);
  const whose = holder ? `by process ${holder.pid} (${holder.command})` : 'by a process that this user may not see';
  return [`Port ${port} is already taken ${whose}.`, another];
}

function end(code: number, lines: readonly string[]): void {
  for (const line of lines) say(line);
  process.exitCode = code;
}
