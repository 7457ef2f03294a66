import type { DcsaEvent } from '../domain/dcsa-event.js';
import type { Fault } from '../domain/fault.js';
import { matches, sorted } from '../domain/query.js';
import { queryOf, waitAfter, type Subscription, type Wish } from '../domain/subscription.js';
import type { Faults } from './faults.js';
import type { Ports } from './ports.js';
import { eventsOf, latest, open, timeOf, type Cast, type Known } from './tell-journeys.js';

const LOOK_EVERY_MS = 250;
// Longer than a delivery may take.
const CLAIMED_MS = 30_000;

/** Everything told so far comes first, so that nobody has to ask beside being told. */
export const subscribe = (ports: Ports) => async (account: string, wish: Wish, secret: string): Promise<Subscription> => {
  const subscription: Subscription = { id: ports.newId(), account, secret, ...wish, sentUntil: new Date(0), failures: 0, dueAt: ports.now() };
  await ports.subscriptions.add(subscription);
  return subscription;
};

/** The events a subscription has not been sent yet. What is taken back counts as told again. */
const newsFor = async (ports: Ports, cast: Cast, subscription: Subscription, asOf: Date): Promise<DcsaEvent[]> => {
  const query = queryOf(subscription);
  if (!query) return [];
  const { account, sentUntil } = subscription;
  const references = Object.values(query.references);
  const told = await Promise.all(references.map((reference) => open(ports, cast, account, reference, asOf)));
  const known = references.length === 0 ? await latest(ports, cast, account) : told.flatMap((one) => (one.kind === 'journey' ? [one.known] : [])).slice(0, 1);
  if (told.some(({ kind }) => kind !== 'journey')) return [];
  const container = told.flatMap((one) => (one.kind === 'journey' && one.container !== undefined ? [one.container] : []))[0];
  // A journey that began since is news as a whole, although its booking is older than it.
  const isNews = (event: DcsaEvent, { journey }: Known) => journey.startedAt > sentUntil || Date.parse(event.eventCreatedDateTime) > sentUntil.getTime();
  const news = known.flatMap((each) => eventsOf(each, asOf).filter((event) => isNews(event, each) && matches(event, query, container)));
  return sorted(news, query.sort);
};

type Sending = { ports: Ports; subscription: Subscription; faults: readonly Fault[] };

const send = async ({ ports, subscription, faults }: Sending, events: readonly DcsaEvent[]): Promise<'accepted' | 'refused'> => {
  const body = JSON.stringify(faults.includes('push_reordered') ? [...events].reverse() : events);
  const { id, callbackUrl, secret } = subscription;
  const notification = { subscriptionId: id, callbackUrl, secret, body, signBadly: faults.includes('push_bad_signature') };
  const outcome = await ports.subscriber.post(notification);
  if (faults.includes('push_replayed')) await ports.subscriber.post(notification);
  return outcome;
};

/** One subscription that is due; answers whether there may be another. */
export const pushNext = (ports: Ports, cast: Cast, faults: Faults) => async (): Promise<boolean> => {
  const now = ports.now();
  const subscription = await ports.subscriptions.claim(now, new Date(now.getTime() + CLAIMED_MS));
  if (!subscription) return false;
  const asOf = await timeOf(ports, subscription.account);
  const events = await newsFor(ports, cast, subscription, asOf);
  const soon = new Date(now.getTime() + LOOK_EVERY_MS);
  if (events.length === 0) {
    await ports.subscriptions.settle(subscription.id, { failures: 0, dueAt: soon });
    return true;
  }
  const outcome = await send({ ports, subscription, faults: faults.look(subscription.account) }, events);
  const failures = subscription.failures + 1;
  await ports.subscriptions.settle(subscription.id, outcome === 'accepted' ? { failures: 0, dueAt: soon, sentUntil: asOf } : { failures, dueAt: new Date(ports.now().getTime() + waitAfter(failures)) });
  return true;
};
