import { problems, problem } from '@landfall/kit/problem';
import { json, Router } from 'express';
import { z } from 'zod';
import type { App } from '../app/index.js';
import type { ClockView } from '../app/set-clock.js';
import { accountOf } from './account.js';

const DAY_MS = 86_400_000;
const FARTHEST_MS = 3_660 * DAY_MS;
// A hundred days a second: a journey is over before it can be looked at.
const FASTEST = 8_640_000;

const UNITS = { D: DAY_MS, H: 3_600_000, M: 60_000, S: 1_000 } as const;

/** `P40D`, `PT6H`, `P1DT12H`; null for everything else. */
export const durationMs = (text: string): number | null => {
  const [whole, days, hours, minutes, seconds] = /^P(?:(\d+)D)?(?:T(?:(\d+)H)?(?:(\d+)M)?(?:(\d+)S)?)?$/.exec(text) ?? [];
  if (whole === undefined || /[PT]$/.test(whole)) return null;
  return Number(days ?? 0) * UNITS.D + Number(hours ?? 0) * UNITS.H + Number(minutes ?? 0) * UNITS.M + Number(seconds ?? 0) * UNITS.S;
};

const duration = z.string().transform((text, context) => {
  const ms = durationMs(text);
  if (ms === null) context.addIssue({ code: 'custom', message: 'must be a duration such as P3D or PT6H' });
  return ms ?? 0;
});

// Time in the sandbox never goes back: what was told once would be untold.
const change = z
  .object({
    advance: z.union([z.number().min(0).max(FARTHEST_MS), duration.pipe(z.number().max(FARTHEST_MS))], { error: 'must be milliseconds or a duration such as P3D' }),
    speed: z.number().min(1).max(FASTEST),
    pause: z.boolean(),
  })
  .partial()
  .strict()
  .refine((body) => Object.keys(body).length > 0, 'must say advance, speed or pause');

const shown = ({ now, speed, paused, playsUntil }: ClockView) => ({ now: now.toISOString(), speed, paused, plays_until: playsUntil.toISOString() });

export const clockRoutes = (app: App): Router =>
  Router()
    .get('/sandbox/clock', async (req, res) => void res.json(shown(await app.readClock(accountOf(req)))))
    .post('/sandbox/clock', json({ type: ['json', '+json'] }), async (req, res) => {
      const parsed = change.safeParse(req.body ?? {});
      if (!parsed.success) throw problems(parsed.error.issues.map(({ path, message }) => problem('invalid', message, { pointer: `/${path.join('/')}` })));
      const { advance, speed, pause } = parsed.data;
      res.json(shown(await app.setClock(accountOf(req), { advanceMs: advance, speed, paused: pause })));
    });
