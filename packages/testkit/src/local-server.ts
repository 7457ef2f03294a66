import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { listening } from './listening.js';

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
  const { url, stop } = await listening(server);
  return { url, seen, stop };
};
