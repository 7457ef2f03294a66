import { saslContinue as proceed, saslStart as start } from '../auth/login.js';
import { decode } from '../bson/document.js';
import { ok, type CommandHandler } from './context.js';

export const saslStart: CommandHandler = ({ store, client, command }) => {
  const { login, answer } = start(store, decode(command.bytes));
  client.login = login;
  return ok(answer);
};

export const saslContinue: CommandHandler = ({ store, client, command }) =>
  ok(proceed(store, client.login, decode(command.bytes)));

export const logout: CommandHandler = ({ client }) => {
  delete client.login;
  return ok();
};
