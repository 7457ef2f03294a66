import { type ChildProcess, spawn } from 'node:child_process';
import { kept } from './keeper.js';
import type { LogFile } from './log-file.js';
import type { Part } from './plan.js';
import { untilReady } from './ready.js';
import type { Ending } from './restart-policy.js';

// Next to a part's own bound of 10 s for a stop.
const STOP_MS = 12_000;
const LAST_WORDS_MS = 1_000;

export type Launched = {
  pid: number;
  /** Resolves when the part answers; rejects when it ended, or said nothing for too long. */
  ready: Promise<void>;
  ended: Promise<Ending>;
  stop(): Promise<void>;
};

/** Starts one process of a part and leaves no process behind when that ends, however it ends. */
export function launch(part: Part, log: LogFile, env: NodeJS.ProcessEnv): Launched {
  const child = part.kind === 'node' ? node(part, env) : native(part, env);
  child.stdout?.on('data', (chunk: Buffer) => log.write(chunk));
  child.stderr?.on('data', (chunk: Buffer) => log.write(chunk));

  const ended = ending(child, log);
  if (part.services.length > 0) child.send(part.services);
  return {
    pid: child.pid ?? 0,
    ready: untilReady(part, child, ended),
    ended,
    stop: async () => {
      child.kill('SIGTERM');
      const late = setTimeout(() => killGroup(child), STOP_MS);
      await ended;
      clearTimeout(late);
    },
  };
}

// Nearly all we make is gone a moment later. With more room for the young, a sixth of the processor time is not spent on
// moving what will die anyway; it is taken only when it is busy.
const ROOM_FOR_THE_YOUNG = '--max-semi-space-size=64';

// A session of its own: Ctrl-C in the terminal reaches only us, and we stop the parts in their order.
function node(part: Part, env: NodeJS.ProcessEnv): ChildProcess {
  const guard = new URL('./guard.js', import.meta.url).href;
  return spawn(process.execPath, [ROOM_FOR_THE_YOUNG, '--import', guard, part.program, ...part.args], {
    env: { ...env, ...part.env },
    detached: true,
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
  });
}

function native(part: Part, env: NodeJS.ProcessEnv): ChildProcess {
  const { program, args } = kept(part.program, part.args);
  return spawn(program, args, { env: { ...env, ...part.env }, detached: true, stdio: ['pipe', 'pipe', 'pipe'] });
}

function ending(child: ChildProcess, log: LogFile): Promise<Ending> {
  return new Promise((resolve) => {
    child.once('error', (error) => {
      log.write(Buffer.from(`${error.message}\n`));
      resolve({ code: 127, signal: null });
    });
    child.once('exit', (code, signal) => {
      // What the part started itself goes with it: a restart must find its ports and files free.
      killGroup(child);
      // Its last words may still be in the pipe; a process that left the group could hold that open for ever.
      child.once('close', () => resolve({ code, signal }));
      setTimeout(() => resolve({ code, signal }), LAST_WORDS_MS).unref();
    });
  });
}

function killGroup({ pid }: ChildProcess): void {
  if (pid === undefined) return;
  try {
    process.kill(-pid, 'SIGKILL');
  } catch (error) {
    // ESRCH: the group is empty, which is what we want.
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
  }
}

