import { createSocket } from 'node:dgram';
import { createRequire } from 'node:module';
import { connect, type Socket } from 'node:net';
import type { Transform } from 'node:stream';
import type { Log } from '@landfall/kit/log';
import { readNmea, type AisReport } from '../../domain/ais.js';
import type { AisFeed } from './feed.js';

// CommonJS, whose default export hides one level deeper than an ESM import looks.
const { default: AisDecoder } = createRequire(import.meta.url)('ais-stream-decoder') as { default: new (options: { silent: boolean }) => Transform };

const LONGEST_LINE = 1_024;
const RECONNECT_MS = 5_000;

/** Sentences of one receiver → reports. The decoder wants one sentence a write, without its line end. */
export const nmeaDecoder = (hear: (report: AisReport) => void, now: () => Date) => {
  // Multi-part sentences of two senders must not mix, so each sender has a decoder of its own.
  const decoder = new AisDecoder({ silent: true });
  decoder.on('data', (json: string) => {
    const report = readNmea(JSON.parse(json) as unknown, now());
    if (report) hear(report);
  });
  // A sentence that cannot be decoded is noise on the air, and there is always some.
  decoder.on('error', () => undefined);
  return (line: string): void => {
    const sentence = /!(AI|AB|BS)VD[MO],.*$/.exec(line.trim())?.[0];
    if (sentence && sentence.length <= LONGEST_LINE && !decoder.destroyed) decoder.write(sentence);
  };
};

const overUdp = (address: URL, log: Log, now: () => Date) => (hear: (report: AisReport) => void) => {
  const senders = new Map<string, (line: string) => void>();
  const socket = createSocket('udp4');
  socket.on('message', (packet, { address: host, port }) => {
    const sender = `${host}:${port}`;
    const decode = senders.get(sender) ?? nmeaDecoder(hear, now);
    // A new port with every packet would be a new sender with every packet.
    if (senders.size < 1_000) senders.set(sender, decode);
    packet.toString('latin1').split(/\r?\n/).forEach(decode);
  });
  socket.on('error', (error) => log.warn({ feed: address.href, reason: error.message }, 'ais.error'));
  socket.bind(Number(address.port), address.hostname);
  return { close: () => new Promise<void>((resolve) => socket.close(() => resolve())) };
};

const overTcp = (address: URL, log: Log, now: () => Date) => (hear: (report: AisReport) => void) => {
  let closed = false;
  let socket: Socket | undefined;
  let pause: NodeJS.Timeout | undefined;
  const open = (): void => {
    const decode = nmeaDecoder(hear, now);
    let rest = '';
    socket = connect(Number(address.port), address.hostname);
    socket.setEncoding('latin1');
    socket.on('data', (chunk) => {
      const lines = (rest + String(chunk)).split(/\r?\n/);
      // A stream without line ends is not a receiver.
      rest = (lines.pop() ?? '').slice(-LONGEST_LINE);
      lines.forEach(decode);
    });
    socket.on('error', (error) => log.debug({ feed: address.href, reason: error.message }, 'ais.error'));
    socket.on('close', () => {
      if (!closed) pause = setTimeout(open, RECONNECT_MS);
    });
  };
  open();
  return {
    close: async () => {
      closed = true;
      clearTimeout(pause);
      socket?.destroy();
    },
  };
};

/** An own receiver: `udp://host:port` is listened on, `tcp://host:port` is connected to. */
export const nmea = (address: string, log: Log, now: () => Date): AisFeed => {
  const url = new URL(address);
  return { name: `nmea:${url.host}`, open: url.protocol === 'udp:' ? overUdp(url, log, now) : overTcp(url, log, now) };
};
