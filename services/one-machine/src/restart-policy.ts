const MINUTE = 60_000;
// A part that dies six times a minute will not be mended by a seventh start.
const MOST_A_MINUTE = 5;
const FIRST_WAIT = 200;
const LONGEST_WAIT = 5_000;
// sysexits' EX_CONFIG: the same configuration can only give the same answer.
const BAD_CONFIG = 78;
// What the keeper's shell makes of a program that SIGKILL ended.
const SIGKILL_OF_A_SHELL = 137;

export type Ending = { code: number | null; signal: string | null };
export type PastEnding = Ending & { at: number };
export type AfterEnding = { do: 'restart'; afterMs: number } | { do: 'give_up'; because: string };

// Nobody kills itself with it: a person did, or the kernel when memory was short, and the next start may well last.
const isOwnFault = ({ code, signal }: Ending): boolean => signal !== 'SIGKILL' && code !== SIGKILL_OF_A_SHELL;

/** What to do when a part ended by itself; `endings` are all of them so far, the latest last. */
export function afterEnding(endings: readonly PastEnding[], now: number): AfterEnding {
  if (endings.at(-1)?.code === BAD_CONFIG) return { do: 'give_up', because: 'its configuration is wrong' };

  const recent = endings.filter(({ at }) => at > now - MINUTE);
  const faults = recent.filter(isOwnFault).length;
  if (faults > MOST_A_MINUTE) return { do: 'give_up', because: `it ended ${faults} times within a minute` };
  return { do: 'restart', afterMs: Math.min(FIRST_WAIT * 2 ** (recent.length - 1), LONGEST_WAIT) };
}

export const howItEnded = ({ code, signal }: Ending): string => (signal ? `was ended by ${signal}` : `ended with code ${code}`);
