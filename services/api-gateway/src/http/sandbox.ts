import { flag, instant, objectOf, real } from '@landfall/resources/json';
import { z } from 'zod';
import type { ClockState, SandboxClock } from '../app/ports.js';
import { plainBody } from './body.js';
import { route, type Answer, type Route } from './route.js';

const tag = 'Sandbox';
const FARTHEST_MS = 3_660 * 86_400_000;

const Change = z.strictObject({
  advance: z.union([z.number().min(0).max(FARTHEST_MS), z.string().regex(/^P(?=.)(\d{1,4}D)?(T(?=.)(\d{1,5}H)?(\d{1,7}M)?(\d{1,9}S)?)?$/, 'must be milliseconds or a duration such as P3D')]).optional(),
  speed: z.number().min(1).max(8_640_000).optional(),
  pause: z.boolean().optional(),
}).refine((body) => Object.keys(body).length > 0, { error: 'say advance, speed or pause', path: ['advance'] });

const CLOCK = objectOf({ now: instant, speed: real, paused: flag, plays_until: instant });

const shown = ({ now, speed, paused, playsUntil }: ClockState): Answer => ({ is: 'bare', body: { now, speed, paused, plays_until: playsUntil } });

/** One clock for the installation: watches are shared by accounts, and so is what the sandbox line tells. */
export const sandboxRoutes = (clock: SandboxClock): Route[] => [
  route({
    method: 'get', path: '/sandbox/clock', name: 'readSandboxClock', says: 'Reads the clock of the sandbox line.', tag, scope: 'read', gives: { bare: CLOCK },
    handle: async () => shown(await clock()),
  }),
  route({
    method: 'post', path: '/sandbox/clock', name: 'setSandboxClock', says: 'Moves the clock of the sandbox line on, changes its speed, or halts it.', tag, scope: 'write', gives: { bare: CLOCK }, body: plainBody(Change),
    handle: async ({ body }) => shown(await clock(body)),
  }),
];
