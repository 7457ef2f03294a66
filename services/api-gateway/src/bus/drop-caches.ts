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
  fact: Fact<Message>;
  react: (message: Message) => void;
}

const reaction = <Message>(fact: Fact<Message>, react: (message: Message) => void): Reaction<never> => ({ fact, react }) as unknown as Reaction<never>;

const reactions = (cache: EdgeCache, principals: PrincipalCache): Reaction<never>[] => [
  reaction(facts.container.changed, ({ accountId, id }) => cache.drop(accountId, `container:${id}`)),
  reaction(facts.shipment.changed, ({ accountId, id }) => cache.drop(accountId, `shipment:${id}`)),
  reaction(facts.trackingRequest.changed, ({ accountId, id }) => cache.drop(accountId, `tracking_request:${id}`)),
  reaction(facts.principal.revoked, (revoked) => principals.drop(revoked)),
  reaction(facts.principal.changed, ({ accountId }) => principals.drop({ accountId, credentialId: '', userId: undefined })),
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

  const subscribe = ({ fact, react }: Reaction<never>) =>
    bus.connection.subscribe(fact.subject, {
      callback: (error, message) => {
        try {
          if (error !== null) throw error;
          react(fact.codec.fromJSON(message.json()));
        } catch (unreadable) {
          // A fact that cannot be read may have been about anything.
          log.warn({ err: unreadable, subject: fact.subject }, 'fact.unreadable');
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
