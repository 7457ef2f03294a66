import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { seededRandom } from '@landfall/testkit/seeded-random';

export interface Received {
  /** How often it was taken with a 204. */
  accepted: number;
  attempts: number;
  /** More than one means that a repeat was not the same. */
  bodies: Set<string>;
}

export interface Shop {
  url: string;
  /** By webhook-id. */
  received: Map<string, Received>;
  /** In the order of arrival, every acceptance. */
  accepted: { webhookId: string; body: string }[];
  /** What share of requests is refused from now on; 1 is a shop that is closed. */
  failing(share: number): void;
  stop(): Promise<void>;
}

/** A receiver that refuses a share of what it gets, by a seed, and remembers all of it. */
export const failingShop = async ({ seed, share }: { seed: number; share: number }): Promise<Shop> => {
  const random = seededRandom(seed);
  const received = new Map<string, Received>();
  const accepted: Shop['accepted'] = [];
  let refusing = share;
  const server = createServer((req, res) => {
    const chunks: Buffer[] = [];
    req.on('data', (chunk: Buffer) => chunks.push(chunk));
    // A sender that is killed in the middle of a request has sent nothing.
    req.on('error', () => res.destroy());
    req.once('end', () => {
      const [webhookId, body] = [String(req.headers['webhook-id']), Buffer.concat(chunks).toString()];
      const known = received.get(webhookId) ?? { accepted: 0, attempts: 0, bodies: new Set<string>() };
      const isAccepted = random() >= refusing;
      known.attempts += 1;
      known.bodies.add(body);
      if (isAccepted) known.accepted += 1;
      received.set(webhookId, known);
      if (isAccepted) accepted.push({ webhookId, body });
      res.writeHead(isAccepted ? 204 : 500).end();
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/hook`,
    received,
    accepted,
    failing: (next) => {
      refusing = next;
    },
    stop: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
};
