import { problem } from '@landfall/kit/problem';
import { Router, type RequestHandler } from 'express';
import type { App } from '../app/index.js';
import type { Yard } from '../domain/terminal-report.js';
import { accountOf } from './account.js';

const answering = (app: App, yard: Yard): RequestHandler => async (req, res) => {
  const account = accountOf(req);
  const faults = app.faults.look(account);
  if (faults.includes('terminal_login_in_200')) return void res.type('xml').end('<response><status>ERROR</status><message>Login failed</message></response>');
  const answer = await app.askTerminal(account, String(req.params['number']), yard);
  if (!answer) throw problem('not_found', `The ${yard === 'rail' ? 'railway' : 'terminal'} does not know this container yet.`);
  res.json(answer);
};

export const terminalRoutes = (app: App): Router =>
  Router().get('/terminal/v1/containers/:number', answering(app, 'terminal')).get('/rail/v1/containers/:number', answering(app, 'rail'));
