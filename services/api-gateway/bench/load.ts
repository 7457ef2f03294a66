import { fork } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import type { Figure } from '@landfall/testkit/figures';
import autocannon, { type Aim } from 'autocannon';

export interface Shot {
  what: string;
  url: string;
  headers?: Record<string, string>;
  /** Each request another of these, when there are some. */
  paths?: readonly string[];
  expects: number;
  seconds?: number;
  connections?: number;
}

interface Said {
  perSecond: number;
  p50Ms: number;
  p99Ms: number;
  statuses: Record<string, unknown>;
  errors: number;
}

const SECONDS = Number(process.env['BENCH_SECONDS'] ?? '6');
export const CONNECTIONS = 32;

const shoot = async ({ url, headers = {}, paths = [], seconds = SECONDS, connections = CONNECTIONS }: Shot): Promise<Said> => {
  // Each connection has paths of its own: with the same ones the first to ask would warm them for the others.
  const share = Math.ceil(paths.length / connections);
  let client = 0;
  const setupClient = (one: { setRequests(requests: Aim[]): void }) => {
    const from = share * client++;
    one.setRequests(paths.slice(from, from + share).map((path) => ({ method: 'GET', path, headers })));
  };
  const { requests: rate, latency, statusCodeStats: statuses, errors } = await autocannon({ url, connections, duration: seconds, requests: [{ method: 'GET', headers }], ...(share > 0 && { setupClient }) });
  return { perSecond: rate.average, p50Ms: latency.p50, p99Ms: latency.p99, statuses, errors };
};

if (process.argv[2] === 'load' && process.send !== undefined) {
  process.on('message', (shot: Shot) => void shoot(shot).then((said) => process.send?.(said)));
}

export interface Gun {
  fire(shot: Shot): Promise<Figure>;
  stop(): void;
}

/** Load from a process of its own, so that it is not the load that is measured. */
export const gun = (): Gun => {
  const child = fork(fileURLToPath(import.meta.url), ['load'], { execArgv: process.execArgv });
  return {
    fire: async (shot) => {
      const answered = new Promise<Said>((resolve) => child.once('message', resolve as (value: unknown) => void));
      child.send(shot);
      const { statuses, errors, ...figures } = await answered;
      const strange = Object.keys(statuses).filter((status) => Number(status) !== shot.expects);
      if (strange.length > 0 || errors > 0) throw new Error(`${shot.what}: answered ${strange.join()} with ${errors} errors, not ${shot.expects} alone.`);
      return { what: shot.what, ...figures };
    },
    stop: () => child.kill(),
  };
};
