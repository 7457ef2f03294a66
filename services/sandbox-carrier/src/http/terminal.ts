import { problem } from '@landfall/kit/problem';
import { Router } from 'express';
import type { App } from '../app/index.js';
import { accountOf } from './account.js';

export const terminalRoutes = (app: App): Router =>
  Router().get('/terminal/v1/containers/:number', async (req, res) => {
    const answer = await app.askTerminal(accountOf(req), req.params.number);
    if (!answer) throw problem('not_found', 'The terminal does not know this container yet.');
    res.json(answer);
  });
