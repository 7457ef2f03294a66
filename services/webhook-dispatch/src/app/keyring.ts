import { liveKeys, withPair, type SealedKeys, type SealedPair, type Webhook } from '../domain/webhook.js';
import { changeWebhook } from './change-webhook.js';
import type { Ports, Sign } from './ports.js';

export const makePair = ({ secrets }: Ports, webhookId: string): SealedPair => {
  const { privateKey, publicKey } = secrets.makePair();
  return { privateKey: secrets.seal(privateKey, webhookId), publicKey };
};

export const makeKeys = (ports: Ports, webhookId: string): SealedKeys => ({ secret: ports.secrets.seal(ports.secrets.make(), webhookId), pair: makePair(ports, webhookId) });

/** The webhook with its pair. Those from before there were pairs get one now; of two who meet, one makes it. */
export const paired = (ports: Ports) =>
  async (webhook: Webhook): Promise<Webhook> =>
    webhook.pair ? webhook : changeWebhook(ports, webhook.accountId, webhook.id, (found) => (found.pair ? 'unchanged' : withPair(found, makePair(ports, found.id))));

export interface OpenKeys {
  secrets: string[];
  signers: Sign[];
}

// A few megabytes; whoever is beyond it has its keys opened once more.
const MOST = 1_000;

/** Keys that sign now. Opened ones are kept as long as their webhook stays as it is: deliveries come by the hundred. */
export const keyring = ({ secrets, around }: Ports) => {
  const kept = new Map<string, OpenKeys>();
  const openAll = (live: readonly SealedKeys[], id: string): OpenKeys => ({
    secrets: live.map(({ secret }) => secrets.open(secret, id)),
    signers: live.flatMap(({ pair }) => (pair ? [secrets.signer(secrets.open(pair.privateKey, id))] : [])),
  });
  return (webhook: Webhook): OpenKeys => {
    const live = liveKeys(webhook, around.now());
    // Keys end in their order, so within one revision their number says which they are.
    const name = `${webhook.id} ${webhook.revision} ${live.length}`;
    const keys = kept.get(name) ?? openAll(live, webhook.id);
    kept.delete(name);
    kept.set(name, keys);
    const [oldest] = kept.keys();
    if (kept.size > MOST && oldest !== undefined) kept.delete(oldest);
    return keys;
  };
};
