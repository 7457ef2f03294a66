import { localServer } from '@landfall/testkit/local-server';
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
  const server = await localServer(({ headers, body }, res) => {
    const webhookId = String(headers['webhook-id']);
    const known = received.get(webhookId) ?? { accepted: 0, attempts: 0, bodies: new Set<string>() };
    const isAccepted = random() >= refusing;
    known.attempts += 1;
    known.bodies.add(body);
    if (isAccepted) known.accepted += 1;
    received.set(webhookId, known);
    if (isAccepted) accepted.push({ webhookId, body });
    res.writeHead(isAccepted ? 204 : 500).end();
  });
  return {
    url: `${server.url}/hook`,
    received,
    accepted,
    failing: (next) => {
      refusing = next;
    },
    stop: () => server.stop(),
  };
};
