import { Binary } from 'bson';
import type { Document } from '../bson/document.js';
import { mongoError } from '../errors.js';
import { toNumber } from '../catalog/numbers.js';
import { begin, credentialsOf, finish, type Credentials, type Exchange } from './scram.js';

/** How far one connection has got in proving its password. */
export type Login = { id: number; exchange?: Exchange; user?: string; proved: boolean };

export type Guard = { password?: string };

const credentials = new WeakMap<object, Credentials>();
const failed = () => mongoError(18, 'Authentication failed.');
const MECHANISM = 'SCRAM-SHA-256';

/** Everything a client may say before it has proved the password. */
const OPEN = new Set(['hello', 'ismaster', 'ping', 'buildinfo', 'saslstart', 'saslcontinue', 'logout', 'endsessions']);

export const saslMechanisms = ({ password }: Guard): string[] => (password === undefined ? [] : [MECHANISM]);

function credentialsFor(guard: Guard): Credentials {
  const known = credentials.get(guard);
  if (known) return known;
  const made = credentialsOf(guard.password ?? '');
  credentials.set(guard, made);
  return made;
}

export function checkLogin(guard: Guard, login: Login | undefined, command: string): void {
  if (guard.password === undefined || login?.proved || OPEN.has(command.toLowerCase())) return;
  throw mongoError(13, `Command ${command} requires authentication`);
}

const textOf = (payload: unknown): string =>
  payload instanceof Binary ? Buffer.from(payload.value()).toString() : '';

const step = (login: Login, text: string, done: boolean): Document =>
  ({ conversationId: login.id, done, payload: new Binary(Buffer.from(text)) });

export function saslStart(guard: Guard, command: Document): { login: Login; answer: Document } {
  if (guard.password === undefined || command['mechanism'] !== MECHANISM) throw failed();
  const exchange = begin(textOf(command['payload']), credentialsFor(guard));
  if (!exchange) throw failed();
  const login: Login = { id: 1, exchange, proved: false };
  return { login, answer: step(login, exchange.serverFirst, false) };
}

export function saslContinue(guard: Guard, login: Login | undefined, command: Document): Document {
  if (!login || toNumber(command['conversationId']) !== login.id) throw failed();
  // Clients that do not skip it send one empty message after the proof was accepted.
  if (login.proved) return step(login, '', true);
  const exchange = login.exchange;
  delete login.exchange;
  const proof = exchange && finish(textOf(command['payload']), exchange, credentialsFor(guard));
  if (!exchange || proof === undefined) throw failed();
  login.proved = true;
  login.user = exchange.user;
  return step(login, proof, true);
}
