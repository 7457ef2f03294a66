/** What time it is in the sandbox, as the last change of pace left it. Replicas that read the same row tell the same time. */
export type Clock = {
  /** The account whose clock it is; empty for everybody else's. */
  id: string;
  realAt: Date;
  sandboxAt: Date;
  /** Sandbox seconds in a second. */
  speed: number;
  paused: boolean;
  /** Journeys are under way until then; behind it the clock goes no faster than ours (ADR-0090). */
  playsUntil: Date;
  revision: number;
};

const DAY_MS = 86_400_000;

// The longest journey, and the 56 days after which D-30 gives up on a silent one.
export const PLAYED_MS = 120 * DAY_MS;

// Journeys that begin within some days of each other move the end once, not once each.
const STEP_MS = 10 * DAY_MS;

export const newClock = (id: string, speed: number, real: Date): Clock => ({ id, realAt: real, sandboxAt: real, speed, paused: false, playsUntil: real, revision: 0 });

export const sandboxNow = ({ realAt, sandboxAt, speed, paused, playsUntil }: Clock, real: Date): Date => {
  if (paused) return sandboxAt;
  const elapsedMs = Math.max(0, real.getTime() - realAt.getTime());
  const playedMs = Math.min(elapsedMs, Math.max(0, playsUntil.getTime() - sandboxAt.getTime()) / speed);
  return new Date(Math.floor(sandboxAt.getTime() + playedMs * speed + (elapsedMs - playedMs)));
};

/** The same time told from here on, so that what changes now does not change what was. */
const anchored = (clock: Clock, real: Date): Clock => ({ ...clock, realAt: real, sandboxAt: sandboxNow(clock, real) });

export type ClockChange = { advanceMs?: number | undefined; speed?: number | undefined; paused?: boolean | undefined };

export const changed = (clock: Clock, { advanceMs = 0, speed, paused }: ClockChange, real: Date): Clock => {
  const here = anchored(clock, real);
  return { ...here, sandboxAt: new Date(here.sandboxAt.getTime() + advanceMs), speed: speed ?? here.speed, paused: paused ?? here.paused };
};

/** A journey begins: the clock runs at its speed until the last that can be told of it, and some days more. */
export const playing = (clock: Clock, startedAt: Date, real: Date): Clock => {
  const until = startedAt.getTime() + PLAYED_MS;
  return until <= clock.playsUntil.getTime() ? clock : { ...anchored(clock, real), playsUntil: new Date(until + STEP_MS) };
};
