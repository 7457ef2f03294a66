import { fork } from 'node:child_process';
import { once } from 'node:events';
import { until } from '@landfall/testkit/until';

/** A receiver in a process of its own, and when what reached it first. */
export const shopProcess = async () => {
  const child = fork(new URL('./receiver-process.ts', import.meta.url), { execArgv: ['--import', 'tsx'] });
  const [{ port }] = (await once(child, 'message')) as [{ port: number }];
  const arrived = new Map<string, number>();
  child.on('message', (batch: [id: string, at: number][]) => batch.forEach(([id, at]) => arrived.has(id) || arrived.set(id, at)));
  return {
    url: `http://127.0.0.1:${port}/hook`,
    pid: child.pid ?? 0,
    arrived,
    all: (ids: readonly string[]) => until('all have arrived', () => ids.every((id) => arrived.has(id)), 240_000, 50),
    stop: () => void child.kill(),
  };
};
