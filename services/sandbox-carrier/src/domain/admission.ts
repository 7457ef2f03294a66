import type { Access } from './scenario.js';

/** What the store remembers of a number: when it was first asked for, how often, and when its journey began. */
export type Opening = { firstAskedAt: Date; attempts: number; startedAt: Date | null };

export type Admission =
  | { kind: 'refused' }
  | { kind: 'fault'; fault: 'unavailable' | 'truncated' }
  | { kind: 'empty' }
  /** `startedAt` is day 0. */
  | { kind: 'told'; startedAt: Date };

const DAY_MS = 86_400_000;

/**
 * What a number answers now. A journey begins when it is first told, and not when it was first asked for: a booking that
 * waits for its manifest, or whose carrier is down, would otherwise be over before anybody heard of it (ADR-0091).
 */
export const admission = (access: Access, { firstAskedAt, attempts, startedAt }: Opening, now: Date): Admission => {
  if (startedAt) return { kind: 'told', startedAt };
  if (access.kind === 'refused') return { kind: 'refused' };
  const fault = access.kind === 'flaky' ? access.faults[attempts] : undefined;
  if (fault) return { kind: 'fault', fault };
  if (access.kind === 'awaiting' && now.getTime() - firstAskedAt.getTime() < access.days * DAY_MS) return { kind: 'empty' };
  return { kind: 'told', startedAt: now };
};
