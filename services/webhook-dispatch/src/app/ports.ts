import type { PageRequest } from '@landfall/kit/page';
import type { Health } from '../domain/health.js';
import type { LogEntry, NewEntry, Shape } from '../domain/log-entry.js';
import type { Answer, Attempt, Change, Notification, Settled } from '../domain/notification.js';
import type { Rules, SealedSecret, Webhook } from '../domain/webhook.js';
import type { LogOnlyEvent } from '@landfall/shipping/public-event';

export interface ListFilter {
  field: string;
  op: string;
  values: readonly string[];
}

export interface ListQuery {
  accountId: string;
  page: PageRequest;
  filters: readonly ListFilter[];
  sort: readonly { field: string; descending: boolean }[];
}

export interface Listed<Item> {
  items: Item[];
  total: number;
  nextAfter?: string;
}

export interface EventQuery {
  accountId: string;
  afterSequence: number;
  size: number;
  types: readonly string[];
  containerId?: string | undefined;
  shipmentId?: string | undefined;
  since?: Date | undefined;
  until?: Date | undefined;
}

export interface Events {
  /** Puts entries at the end of their accounts' logs, in order; one that is there already keeps its place. */
  append(entries: readonly NewEntry[]): Promise<LogEntry[]>;
  list(query: EventQuery): Promise<LogEntry[]>;
  lastSequence(accountId: string): Promise<number>;
}

export interface Webhooks {
  add(webhook: Webhook): Promise<void>;
  find(accountId: string, id: string): Promise<Webhook | undefined>;
  /** As it was at most a second ago: attempts come by the hundred. */
  findRecent(accountId: string, id: string): Promise<Webhook | undefined>;
  findMany(accountId: string, ids: readonly string[]): Promise<Webhook[]>;
  list(query: ListQuery): Promise<Listed<Webhook>>;
  count(accountId: string): Promise<number>;
  /** The active ones of these accounts that named one of the events; each as it is now. */
  hearing(accountIds: readonly string[], events: readonly string[]): Promise<Webhook[]>;
  save(webhook: Webhook): Promise<'saved' | 'moved'>;
  /** Of all accounts: those that still have something to tell since before then. */
  untold(before: Date, most: number): Promise<Webhook[]>;
  /** Leaves the revision as it is: for its owner nothing has changed. */
  told(accountId: string, id: string, revisions: readonly number[]): Promise<void>;
  remove(accountId: string, id: string): Promise<boolean>;
}

export interface Notifications {
  /** Keeps those that are new and answers their ids; the others have a life of their own already. */
  add(notifications: readonly Notification[]): Promise<ReadonlySet<string>>;
  find(accountId: string, id: string): Promise<Notification | undefined>;
  list(query: ListQuery): Promise<Listed<Notification>>;
  /** Of all accounts: due ones, oldest first, none of the webhooks that are busy. */
  due(now: Date, most: number, busy: readonly string[]): Promise<Notification[]>;
  /** Holds those that are still due until then, and answers them; the others went to somebody faster. */
  claim(notifications: readonly Notification[], now: Date, until: Date, token: string): Promise<Notification[]>;
  /** Writes what became of several attempts, with their log, in one go. */
  settle(settled: readonly Settled[]): Promise<void>;
  save(changes: readonly Change[]): Promise<void>;
  /** Starts a new round for these: due now, nothing tried yet. */
  again(accountId: string, ids: readonly string[], now: Date): Promise<void>;
  /** Makes due what was held back from the webhook. */
  release(accountId: string, webhookId: string, now: Date): Promise<void>;
  attemptsOf(accountId: string, notificationIds: readonly string[]): Promise<Attempt[]>;
  removeOf(accountId: string, webhookId: string): Promise<void>;
}

export interface HealthRecords {
  find(accountId: string, webhookId: string): Promise<Health>;
  /** As it was when last looked at, if it was. */
  recent(webhookId: string): Health | undefined;
  findMany(accountId: string, webhookIds: readonly string[]): Promise<Health[]>;
  /** Reads, changes and writes against what was read; answers the new state. */
  change(accountId: string, webhookId: string, change: (health: Health) => Health): Promise<Health>;
  /** Of all accounts: those whose owner may be due a warning. */
  dueWarnings(now: Date, most: number): Promise<Health[]>;
}

/** Signs with a private key, which it keeps to itself. */
export type Sign = (content: Uint8Array) => string;

/** What is sent and with what it is signed. */
export interface Delivery {
  url: string;
  body: string;
  notificationId: string;
  /** The first signs for everybody, the others are on their way out. */
  secrets: readonly string[];
  signers?: readonly Sign[] | undefined;
  headers: readonly { name: string; value: string }[];
  /** The request that it goes back to. */
  origin?: Record<string, string> | undefined;
}

export interface Sent extends Answer {
  requestHeaders: Record<string, string>;
  responseHeaders: Record<string, string>;
  fault?: string | undefined;
}

export interface Receiver {
  post(delivery: Delivery): Promise<Sent>;
}

export interface Secrets {
  make(): string;
  makePair(): { privateKey: string; publicKey: string };
  signer(privateKey: string): Sign;
  seal(secret: string, webhookId: string): SealedSecret;
  open(sealed: SealedSecret, webhookId: string): string;
}

/** Says what deliveries come to, for those who watch. */
export interface Meter {
  attempted(settled: Settled): void;
}

export interface Surroundings {
  now(): Date;
  luck(): number;
  newId(): string;
  nameId(...parts: string[]): string;
}

export interface Ports {
  events: Events;
  webhooks: Webhooks;
  notifications: Notifications;
  health: HealthRecords;
  receiver: Receiver;
  secrets: Secrets;
  meter: Meter;
  shape: Shape;
  /** The entry that tells an account about its own webhook. */
  entryAbout(event: LogOnlyEvent, webhook: Webhook, id: string, now: Date): NewEntry;
  /** The same for an endpoint in trouble: how far it is on its way to being switched off. */
  failingEntry(webhook: Webhook, health: Health, percent: number, id: string, now: Date): NewEntry;
  /** A sample body for a trial delivery; undefined for an event that does not exist. */
  sample(event: string): string | undefined;
  rules: Rules;
  /** How long the old keys sign too after a rotation. */
  keyOverlapMs: number;
  /** The waits before each retry; their number is the number of retries. */
  retryWaits: readonly number[];
  around: Surroundings;
}
