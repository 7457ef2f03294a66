import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Part } from './lifecycle.js';
import { registry, startDefaultMetrics } from './metrics.js';

export interface Health extends Part {
  port(): number;
}

type Readiness = () => Record<string, boolean>;

const answer =
  (readiness: Readiness): RequestListener =>
  (req, res) => {
    if (req.url === '/livez') return void res.end('ok\n');
    if (req.url === '/readyz') {
      const parts = readiness();
      res.writeHead(Object.values(parts).every(Boolean) ? 200 : 503, { 'content-type': 'application/json' });
      return void res.end(`${JSON.stringify(parts)}\n`);
    }
    if (req.url !== '/metrics') return void res.writeHead(404).end();
    registry.metrics().then(
      (text) => res.writeHead(200, { 'content-type': registry.contentType }).end(text),
      () => res.writeHead(500).end(),
    );
  };

/**
 * /livez says that the process turns, /readyz that it can serve, /metrics what it did. A service that waits for its
 * store is live and not ready: restarting it would help nobody.
 */
export const health = ({ host = '127.0.0.1', port, ready }: { host?: string; port: number; ready: Record<string, () => boolean> }): Health => {
  let bound = port;
  // Backs may be there before the doors are; only an open service is ready, and one that stops no longer is.
  let open = false;
  const server = createServer(answer(() => ({ open, ...Object.fromEntries(Object.entries(ready).map(([part, check]) => [part, check()])) })));
  return {
    name: 'health',
    port: () => bound,
    opened: () => {
      open = true;
    },
    closing: () => {
      open = false;
    },
    start: () =>
      new Promise((resolve, reject) => {
        startDefaultMetrics();
        server.once('error', reject);
        server.listen(port, host, () => {
          bound = (server.address() as AddressInfo).port;
          resolve();
        });
      }),
    stop: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
};
