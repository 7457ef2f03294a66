import type { IncomingMessage } from 'node:http';
import type { Duplex } from 'node:stream';
import { loop, type Part } from '@landfall/kit/lifecycle';
import type { Log } from '@landfall/kit/log';
import { WebSocketServer, type RawData, type WebSocket } from 'ws';
import type { App } from '../app/index.js';
import { heardBy, readSubscription, type AisSubscription } from '../domain/ais-subscription.js';
import { distortedAis } from '../domain/distort-ais.js';
import type { AisMessage } from '../domain/vessel-position.js';
import { accountIn } from './account.js';

type Listener = { account: string; subscription: AisSubscription; round: number };
type Options = { app: App; everyMs: number; log: Log };

const PATH = '/ais/v0/stream';
// aisstream.io hangs up on whoever has not subscribed by then.
const SUBSCRIBE_WITHIN_MS = 3_000;
// A listener that does not read is cut off, so that what it misses does not pile up here.
const MOST_UNREAD_BYTES = 4 * 1_024 * 1_024;
const LARGEST_REQUEST_BYTES = 65_536;

const parsed = (data: RawData): unknown => {
  try {
    return JSON.parse(String(data)) as unknown;
  } catch {
    return null;
  }
};

export type AisStream = Part & { upgrade: (req: IncomingMessage, socket: Duplex, head: Buffer) => void };

const send = (socket: WebSocket, messages: readonly AisMessage[]): void => {
  if (socket.bufferedAmount > MOST_UNREAD_BYTES) return socket.terminate();
  // aisstream.io sends binary frames, and so do we.
  for (const message of messages) socket.send(Buffer.from(JSON.stringify(message)));
};

/** Sends each listener of a clock the ships as they are now; the store is asked once a clock and round. */
const tellAll = async ({ app }: Options, listeners: ReadonlyMap<WebSocket, Listener>): Promise<void> => {
  const accounts = new Set([...listeners.values()].map(({ account }) => account));
  for (const account of accounts) {
    const faults = app.faults.look(account);
    const { now, positions } = await app.locateShips(account);
    for (const [socket, listener] of listeners) {
      if (listener.account !== account) continue;
      send(socket, distortedAis(heardBy(listener.subscription, positions, now, listener.round), faults, listener.round));
      listener.round += 1;
    }
  }
};

/** Ship positions in the form of aisstream.io. */
export const aisStream = (options: Options): AisStream => {
  const server = new WebSocketServer({ noServer: true, maxPayload: LARGEST_REQUEST_BYTES });
  const listeners = new Map<WebSocket, Listener>();
  const rounds = loop('ais', options.log, options.everyMs, async () => {
    if (listeners.size > 0) await tellAll(options, listeners);
    return false;
  });

  const welcome = (socket: WebSocket, account: string): void => {
    const late = setTimeout(() => socket.close(), SUBSCRIBE_WITHIN_MS);
    socket.on('close', () => {
      clearTimeout(late);
      listeners.delete(socket);
    });
    socket.on('error', () => socket.terminate());
    // A second subscription replaces the first.
    socket.on('message', (data) => {
      const read = readSubscription(parsed(data));
      if (!read.ok) {
        socket.send(JSON.stringify({ error: read.error }));
        return socket.close();
      }
      clearTimeout(late);
      listeners.set(socket, { account, subscription: read.subscription, round: 0 });
    });
  };

  return {
    name: 'ais-stream',
    upgrade: (req, socket, head) => {
      if (new URL(req.url ?? '/', 'http://sandbox').pathname !== PATH) return void socket.end('HTTP/1.1 404 Not Found\r\nConnection: close\r\n\r\n');
      const account = accountIn(req.headers['x-sandbox-account']);
      server.handleUpgrade(req, socket, head, (listener) => welcome(listener, account));
    },
    start: rounds.start,
    stop: async () => {
      for (const socket of server.clients) socket.terminate();
      server.close();
      await rounds.stop();
    },
  };
};
