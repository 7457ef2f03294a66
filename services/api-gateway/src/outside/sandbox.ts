import { problem } from '@landfall/kit/problem';
import type { SandboxClock } from '../app/ports.js';

const WITHIN_MS = 5_000;

/** The clock of the sandbox line (D-62), where an installation has one. */
export const sandboxClock = (address: string | undefined): SandboxClock => async (change) => {
  if (address === undefined) throw problem('route_not_found', 'This installation has no sandbox.');
  const body = change === undefined ? {} : { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(change) };
  const answer = await fetch(new URL('/sandbox/clock', address), { ...body, signal: AbortSignal.timeout(WITHIN_MS) }).catch((cause: unknown) => {
    throw problem('unavailable', 'The sandbox does not answer just now.', { cause });
  });
  if (!answer.ok) throw problem('unavailable', `The sandbox answered ${answer.status}.`);
  const { now, speed, paused, plays_until: playsUntil } = (await answer.json()) as { now: string; speed: number; paused: boolean; plays_until: string };
  return { now, speed, paused, playsUntil };
};
