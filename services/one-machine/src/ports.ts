import { createHash } from 'node:crypto';
import { createServer } from 'node:net';
import type { Ports } from './plan.js';

// Below the range from which the kernel draws ports for outgoing connections, so none of those can take ours.
const FIRST = 20_000;
const COUNT = 12_000;

export type PortState = 'free' | 'taken' | 'forbidden';

/** May we listen there now? */
export function portState(port: number, host?: string): Promise<PortState> {
  return new Promise((resolve, reject) => {
    const server = createServer();
    server.once('error', (error: NodeJS.ErrnoException) => {
      if (error.code === 'EADDRINUSE') resolve('taken');
      else if (error.code === 'EACCES') resolve('forbidden');
      else reject(error);
    });
    server.listen({ port, host, exclusive: true }, () => server.close(() => resolve('free')));
  });
}

/** The gateway may listen on all addresses or on loopback, so both have to be free. */
export async function publicPortState(port: number): Promise<PortState> {
  const everywhere = await portState(port);
  return everywhere === 'free' ? portState(port, '127.0.0.1') : everywhere;
}

/**
 * Free ports on loopback. They start at a place that the folder decides: copies side by side do not race for
 * the same ports, and one copy keeps its ports from start to start.
 */
export async function pickPorts(names: readonly string[], home: string): Promise<Ports> {
  const start = createHash('sha256').update(home).digest().readUInt32BE(0) % COUNT;
  const picked: Ports = {};
  let offset = 0;
  for (const name of names) {
    let port: number;
    do {
      if (offset >= COUNT) throw new Error(`No port between ${FIRST} and ${FIRST + COUNT} is free on 127.0.0.1.`);
      port = FIRST + ((start + offset) % COUNT);
      offset += 1;
    } while ((await portState(port, '127.0.0.1')) !== 'free');
    picked[name] = port;
  }
  return picked;
}
