import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface Seen {
  method: string;
  url: string;
  headers: IncomingMessage['headers'];
  body: string;
}

export interface LocalServer {
  url: string;
  /** Every request, whole, in the order of arrival. */
  seen: Seen[];
  stop(): Promise<void>;
}

const bodyOf = async (req: IncomingMessage): Promise<string> => {
  const chunks: Buffer[] = [];
  for await (const chunk of req) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks).toString();
};

/** A real server on a free port: what mocks cannot tell apart (redirects, resets, slow bodies) it can. */
export const localServer = async (answer: (seen: Seen, res: ServerResponse, req: IncomingMessage) => unknown): Promise<LocalServer> => {
  const seen: Seen[] = [];
  const server = createServer((req, res) => {
    bodyOf(req).then(
      (body) => {
        const one = { method: req.method ?? '', url: req.url ?? '', headers: req.headers, body };
        seen.push(one);
        return answer(one, res, req);
      },
      () => res.destroy(),
    );
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    seen,
    stop: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
};
