import { once } from 'node:events';
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import type { Environment, Settings } from './config.js';
import { type Home, writeWhole } from './home.js';
import { demoAccount } from './demo-account.js';
import { demoFile, panel } from './panel.js';
import { plan, portNames } from './plan.js';
import { pickPorts } from './ports.js';
import { type RunFile, runFile } from './run-file.js';
import { landedServices } from './services.js';
import { supervisor } from './supervisor.js';

export type OneMachine = {
  /** Starts everything, and answers with the exit code when everything has stopped. */
  run(): Promise<number>;
  stop(why: string): void;
};

type Say = (line: string) => void;

export async function oneMachine(settings: Settings, home: Home, env: Environment, say: Say): Promise<OneMachine> {
  const services = landedServices();
  const ports = await pickPorts(portNames(services, settings), settings.home);
  const file = runFile(settings, ports, services.map(({ name }) => name), () => new Date());
  const demo = join(settings.home, 'demo.json');
  const ending = new AbortController();
  let state: RunFile['state'] = 'starting';
  let exitCode = 0;

  const stop = (why: string, code = 0) => {
    if (ending.signal.aborted) return;
    say(`${why}: stopping …`);
    state = 'stopping';
    exitCode = code;
    ending.abort();
  };
  const parts = supervisor(plan(settings, services, ports, home.secrets), home.logs, partEnv(env), {
    say,
    onGiveUp: (because) => stop(because, 1),
    onChange: (states) => file.write(state, states),
  });

  const begin = async () => {
    await parts.start();
    const account = ending.signal.aborted ? undefined : await demoAccount(settings.home, ports);
    if (ending.signal.aborted) return;
    state = 'ready';
    file.write(state, parts.states());
    writeWhole(demo, demoFile(settings, account, process.pid));
    process.stdout.write(panel(settings, services, ports, account).join('\n'));
  };

  const run = async () => {
    begin().catch((error: Error) => stop(error.message, 1));
    if (!ending.signal.aborted) await once(ending.signal, 'abort');
    rmSync(demo, { force: true });
    await parts.stop();
    file.remove();
    say('Stopped.');
    return exitCode;
  };
  return { stop, run };
}

// The parts get addresses of their own; what we were given for the whole would only contradict them.
function partEnv(env: Environment): NodeJS.ProcessEnv {
  const { MONGODB_URI: _store, NATS_URL: _bus, GRPC_PORT: _grpc, HTTP_PORT: _http, HEALTH_PORT: _health, ...rest } = env;
  return rest;
}
