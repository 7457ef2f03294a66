import type { Log } from '@landfall/kit/log';
import WebSocket from 'ws';
import { readAisstream, type AisReport } from '../../domain/ais.js';
import type { AisFeed } from './feed.js';

export type AisstreamOptions = {
  name: string;
  url: string;
  key: string;
  log: Log;
  luck: () => number;
  /** A wide-open subscription that is silent for so long is dead, whatever the connection says. */
  silenceMs?: number;
  firstPauseMs?: number;
};

const WORLD = [[[-90, -180], [90, 180]]];
const KINDS = ['PositionReport', 'StandardClassBPositionReport', 'ShipStaticData'];

const SILENCE_MS = 60_000;
const FIRST_PAUSE_MS = 1_000;
const LONGEST_PAUSE_MS = 300_000;
const LARGEST_MESSAGE_BYTES = 65_536;

const unread = (data: WebSocket.RawData): AisReport | null => {
  try {
    return readAisstream(JSON.parse(String(data)) as unknown);
  } catch {
    return null;
  }
};

/** Cuts a connection that says nothing. */
const watchdogOf = (silenceMs: number, onSilence: () => void) => {
  let timer: NodeJS.Timeout | undefined;
  const rest = () => clearTimeout(timer);
  const feed = () => {
    rest();
    timer = setTimeout(onSilence, silenceMs);
  };
  return { feed, rest };
};

const connection = (options: AisstreamOptions, hear: (report: AisReport) => void) => {
  const { name, url, key, log, luck, silenceMs = SILENCE_MS, firstPauseMs = FIRST_PAUSE_MS } = options;
  let closed = false;
  let failures = 0;
  let socket: WebSocket | undefined;
  let pause: NodeJS.Timeout | undefined;
  const watchdog = watchdogOf(silenceMs, () => {
    log.warn({ feed: name, silence_ms: silenceMs }, 'ais.silent');
    socket?.terminate();
  });
  const again = (): void => {
    watchdog.rest();
    if (closed) return;
    failures += 1;
    const wait = Math.min(firstPauseMs * 2 ** Math.min(failures - 1, 12), LONGEST_PAUSE_MS) * (0.5 + luck());
    pause = setTimeout(connect, wait);
  };
  const read = (data: WebSocket.RawData): void => {
    watchdog.feed();
    failures = 0;
    const report = unread(data);
    if (report) hear(report);
  };
  const connect = (): void => {
    socket = new WebSocket(url, { maxPayload: LARGEST_MESSAGE_BYTES, handshakeTimeout: 10_000 });
    watchdog.feed();
    // The service hangs up on whoever has not subscribed within three seconds.
    socket.on('open', () => socket?.send(JSON.stringify({ APIKey: key, BoundingBoxes: WORLD, FilterMessageTypes: KINDS })));
    socket.on('message', read);
    socket.on('error', (error) => log.debug({ feed: name, reason: error.message }, 'ais.error'));
    socket.on('close', again);
  };
  const close = async (): Promise<void> => {
    closed = true;
    watchdog.rest();
    clearTimeout(pause);
    socket?.terminate();
  };
  connect();
  return { close };
};

/**
 * aisstream.io and whoever speaks like it. The service promises nothing: connections close with 1006, answer 503, or
 * stay open and say nothing, so a watchdog cuts silence and every reconnect waits longer than the last.
 */
export const aisstream = (options: AisstreamOptions): AisFeed => ({ name: options.name, open: (hear) => connection(options, hear) });
