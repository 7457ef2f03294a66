import { problem } from '@landfall/kit/problem';
import { Router } from 'express';
import type { App } from '../app/index.js';
import { accountOf } from './account.js';

export const terminalRoutes = (app: App): Router =>
  Router().get('/terminal/v1/containers/:number', async (req, res) => {
    const account = accountOf(req);
    const faults = app.faults.look(account);
    if (faults.includes('terminal_login_in_200')) return void res.type('xml').end('<response><status>ERROR</status><message>Login failed</message></response>');
    const answer = await app.askTerminal(account, req.params.number);
    if (!answer) throw problem('not_found', 'The terminal does not know this container yet.');
    res.json(answer);
  });
