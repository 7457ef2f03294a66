import { createServer, request } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface BearerProxy {
  readonly url: string;
  stop(): Promise<void>;
}

/** The suite has no place for a token: this adds one on the way, and changes nothing else, Host and Origin least of all. */
export const bearerProxy = async (target: string, key: string): Promise<BearerProxy> => {
  const { hostname, port } = new URL(target);
  const server = createServer((req, res) => {
    const onward = request({ hostname, port, path: req.url, method: req.method, headers: { ...req.headers, authorization: `Bearer ${key}` } }, (answer) => {
      res.writeHead(answer.statusCode ?? 502, answer.headers);
      res.flushHeaders();
      answer.pipe(res);
    });
    onward.once('error', () => res.destroy());
    res.once('close', () => onward.destroy());
    req.pipe(onward);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    stop: () => new Promise<void>((resolve) => {
      server.close(() => resolve());
      server.closeAllConnections();
    }),
  };
};
