import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Part } from './lifecycle.js';
import { gauge, onScrape, registry, scrape, startDefaultMetrics } from './metrics.js';

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
    scrape().then(
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
  let unlisten: () => void = () => undefined;
  const readiness = () => ({ open, ...Object.fromEntries(Object.entries(ready).map(([part, check]) => [part, check()])) });
  const measure = (service: string) => {
    const figure = gauge('landfall_ready', 'Is this part of the service ready (1) or not (0)?', ['service', 'part']);
    return onScrape(() => {
      for (const [part, is] of Object.entries(readiness())) figure.set({ service, part }, is ? 1 : 0);
    });
  };
  const server = createServer(answer(readiness));
  return {
    name: 'health',
    port: () => bound,
    opened: (service) => {
      open = true;
      unlisten = measure(service);
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
        unlisten();
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
};
