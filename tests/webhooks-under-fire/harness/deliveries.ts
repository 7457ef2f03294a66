import type { Webhook } from '@landfall/contracts/gen/webhook_dispatch/v1/webhook_dispatch';
import { nameId } from '@landfall/kit/identity';
import { seededRandom } from '@landfall/testkit/seeded-random';
import { until } from '@landfall/testkit/until';
import { PUBLIC_EVENT_NAMES } from '@landfall/shipping/public-event';
import { notices, type Said } from './notices.js';
import { failingShop } from './shop.js';
import { stack, type Dispatch, type Stack } from './stack.js';

export interface Outcome {
  seed: number;
  wanted: number;
  kills: number;
  requests: number;
  /** Deliveries that were accepted more often than once, each under one webhook-id. */
  repeated: number;
  missing: string[];
  /** What the dispatcher thinks of some that are missing: the first question when this test fails. */
  clues: string[];
  /** Webhook-ids that nobody should have been sent. */
  strange: string[];
  /** Repeats whose bytes differ. */
  changed: string[];
  /** Accounts whose log has a gap, or too few or too many entries. */
  gaps: string[];
  /** Deliveries without a success in their attempt log. */
  unlogged: string[];
}

export interface Fire {
  count: number;
  seed: number;
  mostKills: number;
  /** The shortest time between two kills; a dispatcher that lives shorter than the bus waits for its answers gets nowhere. */
  everyMs?: number;
  accounts?: number;
  withinMs?: number;
}

/** One webhook an account, and a second one for the first: fan-out is part of the test. */
const subscribe = async (caller: Dispatch, accounts: readonly string[], url: string): Promise<Webhook[]> => {
  const made: Webhook[] = [];
  for (const accountId of [...accounts, accounts[0] ?? '']) {
    made.push(await caller.createWebhook({ accountId, id: '', url, active: true, events: { values: [...PUBLIC_EVENT_NAMES] }, headers: undefined, expectedRevision: undefined }));
  }
  return made;
};

const torment = async ({ victims }: Stack, { seed, mostKills, everyMs = 200 }: Fire): Promise<number> => {
  const random = seededRandom(seed);
  let kills = 0;
  // Each of the three is killed once before any is killed twice; the order and the moments are the seed's.
  let order: typeof victims = [];
  while (kills < mostKills) {
    await new Promise((resolve) => setTimeout(resolve, everyMs * (1 + 4 * random())));
    if (order.length === 0) order = [...victims].sort(() => random() - 0.5);
    await order.shift()?.killAndRestart();
    kills += 1;
  }
  return kills;
};

const logOf = async (caller: Dispatch, accountId: string): Promise<number[]> => {
  const sequences: number[] = [];
  for (;;) {
    const { items } = await caller.listEvents({ accountId, afterSequence: sequences.at(-1) ?? 0, size: 1_000, types: [], containerId: undefined, shipmentId: undefined, since: undefined, until: undefined });
    sequences.push(...items.map(({ sequence }) => sequence));
    if (items.length < 1_000) return sequences;
  }
};

const withGaps = async (caller: Dispatch, accounts: readonly string[], said: readonly Said[]): Promise<string[]> => {
  const wrong: string[] = [];
  for (const accountId of accounts) {
    const sequences = await logOf(caller, accountId);
    const many = said.filter((one) => one.accountId === accountId).length;
    const gap = sequences.findIndex((sequence, place) => sequence !== place + 1);
    if (sequences.length !== many || gap >= 0) wrong.push(`${accountId} has ${sequences.length} of ${many}, and a gap at ${gap}`);
  }
  return wrong;
};

const ATTEMPTS_A_QUESTION = 200;

const withoutSuccess = async (caller: Dispatch, wanted: readonly { id: string; accountId: string }[]): Promise<string[]> => {
  const logged = new Set<string>();
  for (const accountId of new Set(wanted.map((one) => one.accountId))) {
    const ids = wanted.filter((one) => one.accountId === accountId).map(({ id }) => id);
    for (let from = 0; from < ids.length; from += ATTEMPTS_A_QUESTION) {
      const { items } = await caller.listAttempts({ accountId, notificationIds: ids.slice(from, from + ATTEMPTS_A_QUESTION) });
      for (const { notificationId, outcome } of items) if (outcome === 'succeeded') logged.add(notificationId);
    }
  }
  return wanted.map(({ id }) => id).filter((id) => !logged.has(id));
};

const cluesOf = (caller: Dispatch, missing: readonly { id: string; accountId: string }[]): Promise<string[]> =>
  Promise.all(missing.slice(0, 5).map(async (one) => {
    const found = await caller.getNotification(one).catch((error: Error) => error.message);
    return typeof found === 'string' ? found : JSON.stringify({ status: found.deliveryStatus, next: found.nextAttemptAt, attempts: found.attempts.map(({ outcome, attemptedAt }) => [outcome, attemptedAt]) });
  }));

/** Deliveries to a receiver that fails one in five, while store, bus and dispatcher are killed; judged by the receiver. */
export const deliveriesUnderFire = async (fire: Fire): Promise<Outcome> => {
  const { count, seed, accounts: many = 5, withinMs = 120_000 } = fire;
  const running = await stack();
  const shop = await failingShop({ seed, share: 0.2 });
  const mouth = await notices(running.natsUrl);
  const accounts = Array.from({ length: many }, (_, n) => `account-${n}`);
  const webhooks = await subscribe(running.caller, accounts, shop.url);

  const tormenting = torment(running, fire);
  const said = await mouth.sayAll(count, accounts);
  const wanted = said.flatMap(({ id, accountId }) => webhooks.filter((webhook) => webhook.accountId === accountId).map((webhook) => ({ id: nameId('notification', id, webhook.id), accountId })));
  const isDone = () => wanted.every(({ id }) => (shop.received.get(id)?.accepted ?? 0) > 0);
  const kills = await tormenting;
  await until('all have arrived', isDone, withinMs, 100).catch(() => undefined);
  const unlogged = await until('every success is logged', async () => ((await withoutSuccess(running.caller, wanted)).length === 0 ? [] : undefined), withinMs, 500).catch(() => withoutSuccess(running.caller, wanted));
  const missing = wanted.filter(({ id }) => (shop.received.get(id)?.accepted ?? 0) === 0);
  const known = new Set(wanted.map(({ id }) => id));
  const outcome = {
    seed,
    wanted: wanted.length,
    kills,
    requests: [...shop.received.values()].reduce((sum, { attempts }) => sum + attempts, 0),
    repeated: [...shop.received.values()].filter(({ accepted }) => accepted > 1).length,
    missing: missing.map(({ id }) => id),
    clues: await cluesOf(running.caller, missing),
    strange: [...shop.received.keys()].filter((id) => !known.has(id)),
    changed: [...shop.received].filter(([, { bodies }]) => bodies.size > 1).map(([id]) => id),
    gaps: await withGaps(running.caller, accounts, said),
    unlogged,
  };
  await mouth.stop();
  await running.stop();
  await shop.stop();
  return outcome;
};
