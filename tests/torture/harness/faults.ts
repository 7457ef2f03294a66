import { execFileSync } from 'node:child_process';
import type { Cluster } from '../../e2e/harness/cluster.js';
import type { Wire } from '../../e2e/harness/wire.js';

/** Something bad that begins and ends. What it is, is decided before it begins: the same seed does the same. */
export interface Fault {
  says: string;
  lastsMs: number;
  begin(): Promise<unknown> | void;
  end(): Promise<unknown> | void;
}

type Luck = () => number;

const oneOf = <Each>(all: readonly Each[], luck: Luck): Each => all[Math.floor(luck() * all.length)] as Each;
const between = (from: number, to: number, luck: Luck): number => Math.round(from + luck() * (to - from));

const kill = ({ victims }: Cluster, luck: Luck): Fault => {
  const victim = oneOf(victims(), luck);
  return { says: `kill -9 ${victim.name}`, lastsMs: between(0, 2_000, luck), begin: () => victim.kill(), end: () => victim.start({ wait: false }) };
};

const pause = ({ victims }: Cluster, luck: Luck): Fault => {
  const victim = oneOf(victims(), luck);
  return { says: `SIGSTOP ${victim.name}`, lastsMs: between(500, 6_000, luck), begin: () => victim.pause(), end: () => victim.goOn() };
};

const cables = ({ nodes }: Cluster): { name: string; cable: Wire }[] =>
  nodes.flatMap(({ name, toStore, toBus }) => [{ name: `${name} to the store`, cable: toStore }, { name: `${name} to the bus`, cable: toBus }]);

const cut = (cluster: Cluster, luck: Luck): Fault => {
  const { name, cable } = oneOf(cables(cluster), luck);
  return { says: `cut ${name}`, lastsMs: between(500, 8_000, luck), begin: () => cable.cut(), end: () => cable.heal() };
};

const slow = (cluster: Cluster, luck: Luck): Fault => {
  const { name, toBus } = oneOf(cluster.nodes, luck);
  const delayMs = between(50, 400, luck);
  return { says: `${name} to the bus takes ${delayMs} ms more`, lastsMs: between(1_000, 5_000, luck), begin: () => toBus.slow(delayMs), end: () => toBus.slow(0) };
};

const clock = ({ nodes }: Cluster, luck: Luck): Fault => {
  const { name, setClock } = oneOf(nodes, luck);
  const aheadMs = between(-120_000, 120_000, luck);
  return { says: `the clock of ${name} jumps by ${aheadMs} ms`, lastsMs: between(1_000, 8_000, luck), begin: () => setClock(aheadMs), end: () => setClock(0) };
};

/** Every write of the store fails as on a disk that is full; files that are there can be read. */
const full = ({ store }: Cluster, luck: Luck): Fault => {
  const limit = (bytes: string) => {
    const pid = store.pid();
    if (pid !== undefined) execFileSync('prlimit', ['--pid', String(pid), `--fsize=${bytes}:`]);
  };
  return { says: 'the disk of the store is full', lastsMs: between(500, 4_000, luck), begin: () => limit('0'), end: () => limit('unlimited') };
};

export const FAULTS: Readonly<Record<string, (cluster: Cluster, luck: Luck) => Fault>> = { kill, pause, cut, slow, clock, full };

export interface Torment {
  kinds: readonly string[];
  luck: Luck;
  /** Between the end of one and the beginning of the next; half to one and a half times as much. */
  restMs: number;
}

const wait = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms));

/** One fault after the other until told that it is over; what it did, in order. */
export const torment = async (cluster: Cluster, { kinds, luck, restMs }: Torment, isOver: () => boolean): Promise<string[]> => {
  const done: string[] = [];
  for (;;) {
    await wait(restMs * (0.5 + luck()));
    if (isOver()) return done;
    const fault = FAULTS[oneOf(kinds, luck)]?.(cluster, luck);
    if (!fault) continue;
    done.push(fault.says);
    await fault.begin();
    await wait(fault.lastsMs);
    await fault.end();
  }
};
