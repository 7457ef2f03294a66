import { facts, type Fact } from '@landfall/contracts/facts';
import type { Bus } from '@landfall/kit/bus';
import type { Part } from '@landfall/kit/lifecycle';
import type { Log } from '@landfall/kit/log';
import type { EdgeCache } from '../app/edge-cache.js';
import type { PrincipalCache } from '../app/principals.js';

export interface FactListener extends Part {
  /** False while the bus is away: then nobody tells us what has changed. */
  hears(): boolean;
}

interface Reaction<Message> {
  reads: Fact<Message>;
  react: (message: Message) => void;
}

const reaction = <Message>(given: Reaction<Message>): Reaction<never> => given as unknown as Reaction<never>;

const reactions = (cache: EdgeCache, principals: PrincipalCache): Reaction<never>[] => [
  reaction({ reads: facts.container.changed, react: ({ accountId, id }) => cache.drop(accountId, `container:${id}`) }),
  reaction({ reads: facts.shipment.changed, react: ({ accountId, id }) => cache.drop(accountId, `shipment:${id}`) }),
  reaction({ reads: facts.trackingRequest.changed, react: ({ accountId, id }) => cache.drop(accountId, `tracking_request:${id}`) }),
  reaction({ reads: facts.principal.revoked, react: (revoked) => principals.drop(revoked) }),
  reaction({ reads: facts.principal.changed, react: ({ accountId }) => principals.drop({ accountId, credentialId: '', userId: undefined }) }),
];

/**
 * What the gateway remembers is dropped by facts. A plain subscription and no durable consumer: every replica must
 * hear every fact, and one that was away starts with empty memories anyway.
 */
export const dropCaches = ({ bus, cache, principals, log }: { bus: Bus; cache: EdgeCache; principals: PrincipalCache; log: Log }): FactListener => {
  let connected = false;

  const forgetAll = () => {
    cache.clear();
    principals.clear();
  };

  const watch = async () => {
    for await (const { type } of bus.connection.status()) {
      if (type !== 'disconnect' && type !== 'reconnect') continue;
      connected = type === 'reconnect';
      forgetAll();
    }
  };

  const subscribe = ({ reads, react }: Reaction<never>) =>
    bus.connection.subscribe(reads.subject, {
      callback: (error, message) => {
        try {
          if (error !== null) throw error;
          react(reads.codec.fromJSON(message.json()));
        } catch (unreadable) {
          // A fact that cannot be read may have been about anything.
          log.warn({ err: unreadable, subject: reads.subject }, 'fact.unreadable');
          forgetAll();
        }
      },
    });

  return {
    name: 'fact-listener',
    hears: () => connected,
    start: async () => {
      for (const each of reactions(cache, principals)) subscribe(each);
      await bus.connection.flush();
      connected = true;
      void watch();
    },
    stop: async () => {
      connected = false;
    },
  };
};
