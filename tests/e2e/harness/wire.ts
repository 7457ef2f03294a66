import { connect, createServer, type AddressInfo, type Socket } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';

/** A network path between two parts: it leads to whichever end answers, and can be cut and slowed. */
export interface Wire {
  port: number;
  /** Nothing passes and nobody is told, as when a cable is pulled. */
  cut(): void;
  heal(): void;
  slow(delayMs: number): void;
  stop(): Promise<void>;
}

const opened = (port: number): Promise<Socket> =>
  new Promise((resolve, reject) => {
    const socket = connect({ port, host: '127.0.0.1', noDelay: true });
    socket.once('connect', () => resolve(socket));
    socket.once('error', reject);
  });

/** The first end, from `turn` on, that takes a connection. */
const firstOf = async (ports: readonly number[], turn: number): Promise<Socket | undefined> => {
  for (let tried = 0; tried < ports.length; tried += 1) {
    const port = ports[(turn + tried) % ports.length];
    const socket = port === undefined ? undefined : await opened(port).catch(() => undefined);
    if (socket) return socket;
  }
  return undefined;
};

interface State {
  delayMs: number;
  /** Resolved while the wire is whole. */
  whole: Promise<void>;
}

const pass = (from: Socket, to: Socket, state: State): void => {
  // What comes later stays behind what came first, whatever the wire does between them.
  let tail = Promise.resolve();
  const after = (go: () => void) => {
    const late = state.delayMs > 0 ? wait(state.delayMs) : undefined;
    tail = tail.then(() => late).then(() => state.whole).then(go);
  };
  from.on('data', (chunk: Buffer) => after(() => to.writable && to.write(chunk)));
  from.on('end', () => after(() => to.end()));
  from.on('error', () => from.destroy());
  from.on('close', () => after(() => to.destroy()));
};

export const wire = async (ends: () => readonly number[]): Promise<Wire> => {
  const state: State = { delayMs: 0, whole: Promise.resolve() };
  let heal: () => void = () => undefined;
  const sockets = new Set<Socket>();
  let turn = 0;
  const keep = (socket: Socket) => {
    sockets.add(socket);
    socket.once('close', () => sockets.delete(socket));
  };
  const join = async (near: Socket) => {
    const far = await firstOf(ends(), turn++);
    if (!far) return near.destroy();
    keep(far);
    pass(near, far, state);
    pass(far, near, state);
    near.resume();
  };
  const server = createServer({ pauseOnConnect: true, noDelay: true }, (near) => {
    keep(near);
    near.on('error', () => near.destroy());
    void state.whole.then(() => join(near));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    port: (server.address() as AddressInfo).port,
    cut: () => {
      state.whole = new Promise((resolve) => (heal = resolve));
    },
    heal: () => heal(),
    slow: (delayMs) => void (state.delayMs = delayMs),
    stop: () =>
      new Promise((resolve) => {
        heal();
        server.close(() => resolve());
        for (const socket of sockets) socket.destroy();
      }),
  };
};
