// The process that hosts every service: it is told which ones over its channel.
import { inspect } from 'node:util';
import { ConfigError, EX_CONFIG } from '@landfall/kit/config';
import type { Service } from '@landfall/kit/lifecycle';
import { startAll, stopAll } from './hosted.js';
import type { ServiceRun } from './plan.js';

type ConfigModule = { load: (env: Record<string, string | undefined>) => unknown };
type WireModule = { wire: (config: unknown) => Service };

const modulesOf = async ({ name, env }: ServiceRun) => {
  const [config, wiring] = await Promise.all([
    import(`@landfall/${name}/config`) as Promise<ConfigModule>,
    import(`@landfall/${name}/wire`) as Promise<WireModule>,
  ]);
  return { name, env, config, wiring };
};

async function begin(runs: readonly ServiceRun[], started: Service[]): Promise<void> {
  const modules = await Promise.all(runs.map(modulesOf));
  const configs = modules.map(({ name, config, env }) => configured(name, () => config.load({ ...process.env, ...env })));
  await startAll(modules.map(({ wiring }, index) => wiring.wire(configs[index])), started);
  process.send?.('ready');
}

function configured<T>(name: string, load: () => T): T {
  try {
    return load();
  } catch (error) {
    if (error instanceof ConfigError) throw new ConfigError(error.faults.map((fault) => `${name}: ${fault}`));
    throw error;
  }
}

function failed(error: unknown): void {
  process.stderr.write(`${error instanceof ConfigError ? error.message : inspect(error)}\n`);
  process.exit(error instanceof ConfigError ? EX_CONFIG : 1);
}

const started: Service[] = [];
for (const signal of ['SIGTERM', 'SIGINT'] as const) {
  process.once(signal, () => void stopAll(started).finally(() => process.exit(0)));
}
process.once('message', (runs: ServiceRun[]) => void begin(runs, started).catch(failed));
