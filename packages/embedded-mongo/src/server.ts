import { createServer, type Server, type Socket } from 'node:net';
import { dispatcher } from './commands/dispatch.js';
import type { Store } from './commands/context.js';
import { openCatalog } from './catalog/catalog.js';
import { openCursors } from './cursor/cursors.js';
import { inspector } from './declared/inspect.js';
import { failPoints } from './failpoint/fail-points.js';
import { sweep } from './index/sweep.js';
import type { Engine } from './storage/engine.js';
import { openEngine } from './storage/open.js';
import { serveConnection } from './wire/connection.js';

export type ServerOptions = {
  /** The data folder; needed unless `memory` is set. */
  path?: string;
  memory?: boolean;
  /** 0 (the default) takes any free port. */
  port?: number;
  host?: string;
  /** Without one only loopback is served. */
  password?: string;
  /** How often expired documents are looked for; MongoDB's own interval is 60 s. */
  sweepMs?: number;
  /** How much of the data file may stay resident before its mapping is let go. */
  maxMappedBytes?: number;
  /** Refuses what services have not declared to use, so that their tests cannot pass on what MongoDB was never asked for. */
  declaredOnly?: boolean;
  /** A file to which every kind of command is added that is seen for the first time. */
  recordTo?: string;
};

export type RunningServer = { uri: string; port: number; stop(): Promise<void> };

const DEFAULT_SWEEP_MS = 60_000;
const LOOPBACK = new Set(['127.0.0.1', '::1', 'localhost']);

function checkOptions({ path, memory, host = '127.0.0.1', password }: ServerOptions): void {
  if (!memory && !path) throw new Error('embedded-mongo needs a data folder (path), or memory.');
  if (password === '') throw new Error('An empty password protects nothing.');
  if (password === undefined && !LOOPBACK.has(host)) {
    throw new Error(`embedded-mongo serves ${host} only with a password; without one it stays on loopback.`);
  }
}

const listen = (server: Server, port: number, host: string): Promise<number> =>
  new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, host, () => {
      const address = server.address();
      resolve(typeof address === 'object' && address ? address.port : port);
    });
  });

function storeOf(engine: Engine, options: ServerOptions, host: string, port: () => number): Store {
  const { password } = options;
  const inspect = inspector(options);
  return {
    engine,
    catalog: openCatalog(engine),
    cursors: openCursors(),
    failPoints: failPoints(),
    address: () => `${host}:${port()}`,
    startedAt: Date.now(),
    counts: { connections: 0, commands: 0 },
    ...(password !== undefined && { password }),
    ...(inspect && { inspect }),
  };
}

/** Looks for expired documents and idle cursors now and then, one look at a time. */
function startSweeping(store: Store, everyMs: number): () => Promise<void> {
  let running: Promise<unknown> = Promise.resolve();
  let busy = false;
  const timer = setInterval(() => {
    store.cursors.endIdle(Date.now());
    if (busy) return;
    busy = true;
    // A sweep that fails (a full disk) is tried again at the next tick; nothing was promised to anybody.
    running = sweep(store.engine, store.catalog, Date.now()).catch(() => 0).finally(() => {
      busy = false;
    });
  }, everyMs);
  timer.unref();
  return async () => {
    clearInterval(timer);
    await running;
  };
}

function acceptClients(store: Store, sockets: Set<Socket>): Server {
  let lastClient = 0;
  return createServer((socket) => {
    lastClient += 1;
    sockets.add(socket);
    store.counts.connections += 1;
    socket.once('close', () => {
      sockets.delete(socket);
      store.counts.connections -= 1;
    });
    serveConnection(socket, dispatcher(store, { id: lastClient }));
  });
}

/** Starts a server; it answers once the port is open. */
export async function startServer(options: ServerOptions): Promise<RunningServer> {
  checkOptions(options);
  const { host = '127.0.0.1', port: wanted = 0, sweepMs = DEFAULT_SWEEP_MS } = options;
  const engine = openEngine(options);
  let port = wanted;
  const sockets = new Set<Socket>();
  try {
    const store = storeOf(engine, options, host, () => port);
    const server = acceptClients(store, sockets);
    port = await listen(server, wanted, host);
    const stopSweeping = startSweeping(store, sweepMs);
    return {
      uri: `mongodb://${host}:${port}/?replicaSet=embedded`,
      port,
      async stop() {
        const closed = new Promise((resolve) => server.close(resolve));
        for (const socket of sockets) socket.destroy();
        await Promise.all([closed, stopSweeping()]);
        store.cursors.endAll();
        // Commits that are under way are finished by the engine before it lets go of the file.
        await engine.close();
      },
    };
  } catch (error) {
    await engine.close();
    throw error;
  }
}
