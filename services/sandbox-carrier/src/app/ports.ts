import type { Clock } from '../domain/clock.js';
import type { Subscription } from '../domain/subscription.js';
import type { World } from '../domain/world.js';

/** A number that was asked for, on one account's clock. */
export type Asked = { id: string; account: string; number: string; firstAskedAt: Date; attempts: number; startedAt: Date | null; containers: string[] };

export type Clocks = {
  read(account: string): Promise<Clock>;
  /** Compared and written until nobody was faster. A change that changes nothing writes nothing. */
  change(account: string, change: (clock: Clock) => Clock): Promise<Clock>;
};

export type Journeys = {
  /** The row, made like this if nobody asked before. */
  ask(first: Omit<Asked, 'id' | 'attempts'>): Promise<Asked>;
  find(account: string, number: string): Promise<Asked | undefined>;
  /** One more question that was answered with a fault. */
  count(id: string): Promise<void>;
  /** Begins the journey; who came first decides when. */
  start(asked: Asked, startedAt: Date): Promise<Asked>;
  /** The journey a box is on; the one that began last, since numbers may fall together. */
  byContainer(account: string, container: string): Promise<Asked | undefined>;
  /** Journeys that began behind a moment, the latest first. */
  since(account: string, startedAt: Date, limit: number): Promise<Asked[]>;
};

export type Ports = {
  clocks: Clocks;
  journeys: Journeys;
  subscriptions: Subscriptions;
  subscriber: Subscriber;
  world: World;
  now: () => Date;
  nameId: (...parts: string[]) => string;
  newId: () => string;
};

export type Subscriptions = {
  add(subscription: Subscription): Promise<void>;
  find(account: string, id: string): Promise<Subscription | undefined>;
  list(account: string): Promise<Subscription[]>;
  change(account: string, id: string, change: Partial<Pick<Subscription, 'callbackUrl' | 'given' | 'secret'>>): Promise<Subscription | undefined>;
  remove(account: string, id: string): Promise<boolean>;
  /** One that is due, which nobody else gets until then. */
  claim(now: Date, until: Date): Promise<Subscription | undefined>;
  settle(id: string, change: Pick<Subscription, 'failures' | 'dueAt'> & Partial<Pick<Subscription, 'sentUntil'>>): Promise<void>;
};

export type Notification = { subscriptionId: string; callbackUrl: string; secret: string; body: string; signBadly: boolean };

/** Delivers one notification; the standard wants 204, and any 2xx will do. */
export type Subscriber = { post(notification: Notification): Promise<'accepted' | 'refused'> };
