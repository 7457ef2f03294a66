import { problem, problems } from '@landfall/kit/problem';
import { json, Router } from 'express';
import { z } from 'zod';
import type { Faults } from '../app/faults.js';
import { normalisedNumber } from '../domain/asked-number.js';
import { FAULTS, FAULT_NAMES, isFault } from '../domain/fault.js';
import { accountOf } from './account.js';

const order = z
  .object({
    fault: z.string().refine(isFault, `must be one of ${FAULT_NAMES.join(', ')}`),
    number: z.string().min(1).optional(),
    times: z.int().min(1).max(1_000_000).optional(),
  })
  .strict();

export const faultRoutes = (faults: Faults): Router =>
  Router()
    .get('/sandbox/faults', (req, res) => {
      const ordered = faults.list(accountOf(req)).map(({ fault, number, times }) => ({ fault, number, times }));
      res.json({ ordered, known: FAULTS });
    })
    .post('/sandbox/faults', json({ type: ['json', '+json'] }), (req, res) => {
      const parsed = order.safeParse(req.body ?? {});
      if (!parsed.success) throw problems(parsed.error.issues.map(({ path, message }) => problem('invalid', message, { pointer: `/${path.join('/')}` })));
      const { fault, number, times = null } = parsed.data;
      const ordered = { fault, number: number === undefined ? null : normalisedNumber(number), times };
      faults.order({ ...ordered, account: accountOf(req) });
      res.status(201).json(ordered);
    })
    .delete('/sandbox/faults', (req, res) => {
      faults.clear(accountOf(req));
      res.status(204).end();
    });
