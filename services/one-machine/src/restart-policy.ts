const MINUTE = 60_000;
// A part that dies six times a minute will not be mended by a seventh start.
const MOST_A_MINUTE = 5;
const FIRST_WAIT = 200;
const LONGEST_WAIT = 5_000;
// sysexits' EX_CONFIG: the same configuration can only give the same answer.
const BAD_CONFIG = 78;

export type Ending = { code: number | null; signal: string | null };
export type AfterEnding = { do: 'restart'; afterMs: number } | { do: 'give_up'; because: string };

/** What to do when a part ended by itself. `endedAt` are the times of its endings so far, this one included. */
export function afterEnding({ code }: Ending, endedAt: readonly number[], now: number): AfterEnding {
  if (code === BAD_CONFIG) return { do: 'give_up', because: 'its configuration is wrong' };

  const recent = endedAt.filter((at) => at > now - MINUTE).length;
  if (recent > MOST_A_MINUTE) return { do: 'give_up', because: `it ended ${recent} times within a minute` };
  return { do: 'restart', afterMs: Math.min(FIRST_WAIT * 2 ** (recent - 1), LONGEST_WAIT) };
}

export const howItEnded = ({ code, signal }: Ending): string => (signal ? `was ended by ${signal}` : `ended with code ${code}`);
