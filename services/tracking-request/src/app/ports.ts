import type { PageRequest } from '@landfall/kit/page';
import type { Line } from '../domain/open.js';
import type { Change, TrackingRequest } from '../domain/tracking-request.js';

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
  q: string;
}

export interface TrackingRequests {
  /** Keeps a new request, unless the account has a live one for the same number. */
  add(change: Change): Promise<'added' | 'duplicate'>;
  find(accountId: string, id: string): Promise<TrackingRequest | undefined>;
  /** What this process added a moment ago, as it was then: given once, and never more than a hint. */
  justAdded(accountId: string, id: string): TrackingRequest | undefined;
  findMany(accountId: string, ids: readonly string[]): Promise<TrackingRequest[]>;
  list(query: ListQuery): Promise<{ items: TrackingRequest[]; total: number; nextAfter?: string }>;
  /** Saves against the revision that was read: `moved` means that somebody else was faster. */
  save(change: Change): Promise<'saved' | 'moved' | 'duplicate'>;
  /** Of all accounts: whose time has come. */
  due(now: Date, most: number): Promise<TrackingRequest[]>;
}

export interface Lines {
  find(scac: string): Line | undefined;
}

/** Time, chance and identity, handed in so that the rules stay functions. */
export interface Surroundings {
  now(): Date;
  luck(): number;
  newId(): string;
  /** How fast days pass for a carrier: 1, but for the sandbox. */
  pace(scac: string | undefined): number;
}

export interface Ports {
  requests: TrackingRequests;
  lines: Lines;
  around: Surroundings;
}
