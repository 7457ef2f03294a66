import { setTimeout as wait } from 'node:timers/promises';
import { type Launched, launch } from './launch.js';
import type { LogFile } from './log-file.js';
import type { Part } from './plan.js';
import { afterEnding, howItEnded, type PastEnding } from './restart-policy.js';

export type PartState = { name: string; pid: number; state: 'starting' | 'ready' | 'restarting' | 'stopped'; restarts: number };

export type Outside = {
  log: LogFile;
  env: NodeJS.ProcessEnv;
  say: (line: string) => void;
  onChange: () => void;
  onGiveUp: (because: string) => void;
};

export type Kept = {
  start(): Promise<void>;
  stop(): Promise<void>;
  state(): PartState;
};

type Watched = { part: Part; outside: Outside; state: PartState; endings: PastEnding[]; stopping: AbortController; current?: Launched };

/** Keeps one part running: an ending that nobody asked for is told with the end of its log, then mended or given up. */
export function keepRunning(part: Part, outside: Outside): Kept {
  const watched: Watched = {
    part,
    outside,
    state: { name: part.name, pid: 0, state: 'starting', restarts: 0 },
    endings: [],
    stopping: new AbortController(),
  };
  const { state, stopping } = watched;
  const isStopping = () => stopping.signal.aborted;
  return {
    state: () => ({ ...state }),
    start: async () => {
      const launched = launchAgain(watched);
      await launched.ready.catch((error: Error) => {
        if (!isStopping()) tellTheEnd(`${error.message}`, outside);
        throw new Error(`${part.name} could not be started.`);
      });
      become(watched, 'ready');
      mend(watched, launched).catch((error: Error) => {
        if (!isStopping()) outside.onGiveUp(`${part.name} cannot be restarted: ${error.message}`);
      });
    },
    stop: async () => {
      stopping.abort();
      await watched.current?.stop();
      become(watched, 'stopped');
    },
  };
}

async function mend(watched: Watched, first: Launched): Promise<void> {
  const { part, outside, state, endings, stopping } = watched;
  for (let running = first; ; running = launchAgain(watched)) {
    if (running !== first) tellWhenBack(watched, running);
    const ending = await running.ended;
    if (stopping.signal.aborted) return;

    endings.push({ ...ending, at: Date.now() });
    tellTheEnd(`${part.name} ${howItEnded(ending)}`, outside);
    const next = afterEnding(endings, Date.now());
    if (next.do === 'give_up') return outside.onGiveUp(`${part.name} is given up: ${next.because}`);

    become(watched, 'restarting');
    await wait(next.afterMs, undefined, { signal: stopping.signal });
    state.restarts += 1;
  }
}

function launchAgain(watched: Watched): Launched {
  const { part, outside, state } = watched;
  const launched = launch(part, outside.log, outside.env);
  watched.current = launched;
  state.pid = launched.pid;
  outside.onChange();
  return launched;
}

function tellWhenBack(watched: Watched, launched: Launched): void {
  const back = () => {
    become(watched, 'ready');
    watched.outside.say(`✓ ${watched.part.name} is back (pid ${launched.pid})`);
  };
  // A restart that hangs is ended, and counts as any other ending.
  launched.ready.then(back, () => launched.stop());
}

function become(watched: Watched, next: PartState['state']): void {
  watched.state.state = next;
  watched.outside.onChange();
}

function tellTheEnd(what: string, { log, say }: Outside): void {
  say(`✗ ${what}. The end of its log:`);
  for (const line of log.tail()) say(`  | ${line}`);
}
