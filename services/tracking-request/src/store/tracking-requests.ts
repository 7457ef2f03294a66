import { loaded, onDuplicate, stored } from '@landfall/kit/mongo';
import { pushFacts, sayAtOnce, withFacts } from '@landfall/kit/outbox';
import { pageOf } from '@landfall/kit/page';
import { isLiveStatus } from '@landfall/shipping/request-status';
import type { Connection } from 'mongoose';
import type { TrackingRequests } from '../app/ports.js';
import type { Change, TrackingRequest } from '../domain/tracking-request.js';
import { toOutbox } from '../messages.js';
import { filterOf, sortOf } from './list-filters.js';
import { schema, type Row } from './schema.js';

// add, save: the API's duplicate rule *is* this index, so two racing POSTs cannot both win (D-22).
schema.index({ accountId: 1, scac: 1, normalizedNumber: 1 }, { name: 'add__one_live', unique: true, partialFilterExpression: { live: true } });
// list: the plain list and its cursor.
schema.index({ accountId: 1, createdAt: -1, _id: -1 }, { name: 'list__newest_first' });
schema.index({ accountId: 1, updatedAt: -1, _id: -1 }, { name: 'list__recently_changed' });
// list: one for each filter, ending in the order of the list.
schema.index({ accountId: 1, status: 1, createdAt: -1, _id: -1 }, { name: 'list__by_status' });
schema.index({ accountId: 1, scac: 1, createdAt: -1, _id: -1 }, { name: 'list__by_line' });
schema.index({ accountId: 1, requestType: 1, createdAt: -1, _id: -1 }, { name: 'list__by_type' });
schema.index({ accountId: 1, normalizedNumber: 1, createdAt: -1, _id: -1 }, { name: 'list__by_number' });
schema.index({ accountId: 1, searchTerms: 1 }, { name: 'list__by_search_term' });
// due: only rows that wait for something are in it.
schema.index({ dueAt: 1 }, { name: 'due__oldest_first', partialFilterExpression: { dueAt: { $exists: true } } });

/** What only the store needs. */
const findable = ({ status, scac, requestNumber, normalizedNumber, refNumbers }: TrackingRequest) => ({
  // Without a carrier there is nothing yet that could be twice.
  live: isLiveStatus(status) && scac !== undefined,
  searchTerms: [...new Set([requestNumber, normalizedNumber, ...refNumbers].map((term) => term.toUpperCase()))],
});

const toRow = (request: TrackingRequest) => ({ ...stored(request), ...findable(request) });

// A minute's worth of a busy account; what fell out is read.
const REMEMBERED = 1_000;

/** What was added last, each given once. */
const justAdded = () => {
  const known = new Map<string, TrackingRequest>();
  return {
    remember: (request: TrackingRequest): void => {
      known.set(request.id, request);
      const oldest = known.size > REMEMBERED ? known.keys().next().value : undefined;
      if (oldest !== undefined) known.delete(oldest);
    },
    take: (accountId: string, id: string): TrackingRequest | undefined => {
      const request = known.get(id);
      if (request?.accountId !== accountId) return undefined;
      known.delete(id);
      return request;
    },
  };
};

const absent = (request: TrackingRequest) => Object.fromEntries(Object.entries(request).filter(([, value]) => value === undefined).map(([path]) => [path, 1]));

/** Everything but identity is written anew; what the domain left out is taken out. */
const updateOf = ({ request, says }: Change) => {
  const { _id, accountId, ...set } = toRow(request);
  const unset = absent(request);
  return { ...pushFacts(says.map((said) => toOutbox(request, said)), set), ...(Object.keys(unset).length > 0 ? { $unset: unset } : {}) };
};

export const trackingRequests = (db: Connection): TrackingRequests => {
  const model = db.model<Row>('tracking_request', schema);
  const added = justAdded();
  const toDomain = (row: unknown): TrackingRequest => {
    const { live, searchTerms, ...request } = loaded<TrackingRequest & Partial<Row>>(row) as TrackingRequest & Row;
    return request;
  };
  return {
    // Past mongoose: the row is our own, and a copy of it that watches every field would cost more than sending it.
    add: async (change) => {
      const row = withFacts(toRow(change.request), change.says.map((said) => toOutbox(change.request, said)));
      const outcome = await model.collection.insertOne(row as never).then(() => 'added' as const, onDuplicate('duplicate' as const));
      if (outcome === 'duplicate') return outcome;
      added.remember(toDomain(row));
      sayAtOnce(model as never, [row]);
      return outcome;
    },

    // The account is part of every query: a foreign id reads as missing, never as forbidden.
    find: async (accountId, id) => {
      const row = await model.collection.findOne({ _id: id, accountId } as never);
      return row ? toDomain(row) : undefined;
    },

    justAdded: added.take,

    findMany: async (accountId, ids) => (await model.find({ _id: { $in: [...ids] }, accountId }).lean()).map(toDomain),

    list: async ({ accountId, page, filters, sort, q }) => {
      const { rows, ...rest } = await pageOf(model, filterOf(accountId, filters, q), { page, sort: sortOf(sort) });
      return { items: rows.map(toDomain), ...rest };
    },

    save: async (change) => {
      const { id, accountId, revision } = change.request;
      const outboxOnly = { projection: { outbox: 1 }, returnDocument: 'after' } as const;
      const saved = await model.collection.findOneAndUpdate({ _id: id, accountId, revision: revision - 1 } as never, updateOf(change), outboxOnly).catch(onDuplicate('duplicate' as const));
      if (saved === 'duplicate') return saved;
      if (!saved) return 'moved';
      sayAtOnce(model as never, [saved]);
      return 'saved';
    },

    // The clockwork serves all accounts; each row still names its own.
    due: async (now, most) => (await model.find({ dueAt: { $lte: now, $exists: true } }).sort({ dueAt: 1 }).limit(most).lean()).map(toDomain),
  };
};
