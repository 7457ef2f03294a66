export const WINDOW_MS = 60_000;

/** Requests of one moment are counted together; a window is then at most 600 numbers, whatever the limit. */
const SLOT_MS = 100;

/** What was admitted in the last minute: [end of the slot, how many], oldest first. */
export type Window = readonly (readonly [number, number])[];

export interface Verdict {
  readonly allowed: boolean;
  readonly limit: number;
  readonly remaining: number;
  /** When the next place comes free (`RateLimit: t`), or when the refused cost would fit (`Retry-After`). */
  readonly resetMs: number;
}

// A slot is dated by its end: a request is held slightly longer than a minute, never shorter.
const slotOf = (now: number): number => Math.ceil((now + 1) / SLOT_MS) * SLOT_MS;

export const current = (window: Window, now: number): Window => window.filter(([end]) => end + WINDOW_MS > now);

const used = (window: Window): number => window.reduce((sum, [, count]) => sum + count, 0);

/** How long until `cost` more would fit. */
const waitFor = (window: Window, now: number, limit: number, cost: number): number => {
  let over = used(window) + cost - limit;
  for (const [end, count] of window) {
    over -= count;
    if (over <= 0) return end + WINDOW_MS - now;
  }
  return WINDOW_MS;
};

const nextFree = (window: Window, now: number): number => {
  const [oldest] = window;
  return oldest === undefined ? 0 : oldest[0] + WINDOW_MS - now;
};

const added = (window: Window, now: number, cost: number): Window => {
  const last = window.at(-1);
  // Clocks of replicas differ by a little: a window never runs backwards.
  const end = Math.max(slotOf(now), last?.[0] ?? 0);
  return last?.[0] === end ? [...window.slice(0, -1), [end, last[1] + cost]] : [...window, [end, cost]];
};

/** Lets `cost` in if the last minute has room for all of it. */
export const admit = (before: Window, now: number, limit: number, cost: number): { window: Window; verdict: Verdict } => {
  const window = current(before, now);
  const free = limit - used(window);
  if (free < cost) return { window, verdict: { allowed: false, limit, remaining: Math.max(0, free), resetMs: waitFor(window, now, limit, cost) } };
  const after = cost === 0 ? window : added(window, now, cost);
  return { window: after, verdict: { allowed: true, limit, remaining: free - cost, resetMs: nextFree(after, now) } };
};

/** Takes back what was admitted last: an answer that turned out not to count. */
export const giveBack = (before: Window, now: number, cost: number): Window => {
  const window = current(before, now).map(([end, count]) => [end, count] as [number, number]);
  for (let n = window.length - 1, left = cost; n >= 0 && left > 0; n -= 1) {
    const slot = window[n];
    if (slot === undefined) break;
    const taken = Math.min(slot[1], left);
    slot[1] -= taken;
    left -= taken;
  }
  return window.filter(([, count]) => count > 0);
};
