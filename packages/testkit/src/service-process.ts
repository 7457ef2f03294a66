import { spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { endProcess } from './end-process.js';
import { freePort } from './free-port.js';
import { until } from './until.js';

export interface ServiceProcess {
  pid: number;
  stop(): Promise<void>;
}

// What infra/docker/Dockerfile gives it.
const AS_DEPLOYED = ['--max-semi-space-size=32'];

// A profile is asked for here, as in BENCH_NODE_ARGS='--cpu-prof --cpu-prof-dir=/tmp/profiles'.
const nodeArgs = () => process.env['BENCH_NODE_ARGS']?.split(' ') ?? [];

/** A service of the built tree as it runs in production, in a process of its own: benches must not share its event loop. */
export const serviceProcess = async (name: string, env: Readonly<Record<string, string>>): Promise<ServiceProcess> => {
  const healthPort = await freePort();
  const program = fileURLToPath(new URL(`../../../services/${name}/dist/main.js`, import.meta.url));
  const child = spawn(process.execPath, [...AS_DEPLOYED, ...nodeArgs(), program], { env: { ...process.env, HEALTH_PORT: String(healthPort), ...env }, stdio: ['ignore', 'inherit', 'inherit'] });
  await until(`${name} is ready`, async () => (await fetch(`http://127.0.0.1:${healthPort}/readyz`)).ok, 30_000);
  return { pid: child.pid ?? 0, stop: async () => void (await endProcess(child)) };
};
