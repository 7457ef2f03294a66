import { createInterface } from 'node:readline';
import { stdio } from './config.js';
import { toolServer, type Message } from './outside/tool-server.js';

// The same tools for clients that start a process and speak to it: lines come in, are asked over HTTP, and go out.
// The key, the limits and the account are those of the tool server, so there is nothing here that could differ.
const { LANDFALL_URL: url, LANDFALL_API_KEY: key } = stdio.load();
const server = toolServer({ url, key });
const underWay = new Map<string | number, AbortController>();

const say = (message: unknown): void => void process.stdout.write(`${JSON.stringify(message)}\n`);

const answer = async (message: Message): Promise<void> => {
  const { id } = message;
  const abort = new AbortController();
  if (id !== undefined) underWay.set(id, abort);
  for await (const each of server.ask(message, abort.signal)) say(each);
  if (id !== undefined) underWay.delete(id);
};

/** Over HTTP a call is cancelled by hanging up. */
const cancel = (message: Message): boolean => {
  if (message.method !== 'notifications/cancelled') return false;
  underWay.get(message.params?.requestId ?? '')?.abort();
  return true;
};

const read = (line: string): Message | undefined => {
  try {
    return JSON.parse(line) as Message;
  } catch {
    say({ jsonrpc: '2.0', id: null, error: { code: -32_700, message: 'Not JSON.' } });
    return undefined;
  }
};

const waiting = new Set<Promise<void>>();
for await (const line of createInterface({ input: process.stdin })) {
  const message = line.trim() === '' ? undefined : read(line);
  if (message === undefined || cancel(message)) continue;
  const answering = answer(message).finally(() => waiting.delete(answering));
  waiting.add(answering);
  // What comes next speaks the version that this settles.
  if (message.method === 'initialize') await answering;
}
await Promise.all(waiting);
