import { fork } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { landfallProcess, type LandfallProcess } from '@landfall/testkit/landfall-process';

export interface Stack extends LandfallProcess {
  storeUri: string;
  pidOf(part: string): number;
}

const NO_LIMITS = { RATE_LIMIT_OTHER: '100000000', RATE_LIMIT_TRACKING_REQUESTS: '100000000' };

/** The whole product with a process for each service, as `npm start -- --processes` runs it. */
export const stack = async (more: Record<string, string> = {}): Promise<Stack> => {
  const running = await landfallProcess({ args: ['--processes'], env: { ...NO_LIMITS, LOG_LEVEL: 'warn', ...more } });
  return {
    ...running,
    storeUri: `mongodb://127.0.0.1:${running.ports['store'] ?? 0}`,
    pidOf: (part) => running.parts().find(({ name }) => name === part)?.pid ?? 0,
  };
};

/** A bare Express 5 beside it, which sends the same bytes under the same path. */
export const bareExpress = async (path: string, bytes: Buffer): Promise<{ url: string; pid: number; stop(): void }> => {
  const child = fork(fileURLToPath(new URL('./bare.ts', import.meta.url)), [path, bytes.toString('base64')], { execArgv: process.execArgv });
  const port = await new Promise<number>((resolve) => child.once('message', (value) => resolve(Number(value))));
  return { url: `http://127.0.0.1:${port}${path}`, pid: child.pid ?? 0, stop: () => child.kill() };
};
