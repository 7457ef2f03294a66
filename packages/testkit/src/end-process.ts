import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';

/** Sends the signal and waits until the process is gone, or leaves one alone that is gone already; answers its exit code. */
export const endProcess = async (child: ChildProcess, signal: NodeJS.Signals = 'SIGTERM'): Promise<number | null> => {
  if (child.exitCode === null && child.signalCode === null) {
    const ended = once(child, 'exit');
    child.kill(signal);
    await ended;
  }
  return child.exitCode;
};
