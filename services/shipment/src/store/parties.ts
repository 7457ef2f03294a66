import { loaded, onDuplicate, stored } from '@landfall/kit/mongo';
import { pageOf } from '@landfall/kit/page';
import type { Connection } from 'mongoose';
import type { Parties } from '../app/ports.js';
import { companyKey, type Party } from '../domain/party.js';
import { partySchema as schema, type PartyRow } from './annotation-schemas.js';
import { filterOf, sortOf } from './list-filters.js';

// add, save: the duplicate rule *is* this index, so two racing writes cannot both win.
schema.index({ accountId: 1, nameKey: 1, _id: 1 }, { name: 'list__by_name' });
schema.index({ accountId: 1, nameKey: 1 }, { name: 'add__one_name', unique: true });
schema.index({ accountId: 1, createdAt: -1, _id: -1 }, { name: 'list__newest_first' });

const FILTERS = { created_at: { kind: 'time', field: 'createdAt' } } as const;
const SORTS = { created_at: 'createdAt', company_name: 'nameKey' };

const toDomain = (row: unknown): Party => {
  const { nameKey: _key, ...party } = loaded<Party>(row) as Party & PartyRow;
  return party as Party;
};

const toRow = (party: Party) => ({ ...stored(party), nameKey: companyKey(party.companyName) });

export const parties = (db: Connection): Parties => {
  const model = db.model<PartyRow>('party', schema);
  return {
    add: (party) => model.create([toRow(party)]).then(() => 'added' as const, onDuplicate('duplicate' as const)),

    save: (party) =>
      model.updateOne({ _id: party.id, accountId: party.accountId, revision: party.revision - 1 }, { $set: toRow(party) })
        .then(({ matchedCount }) => (matchedCount === 1 ? ('saved' as const) : ('moved' as const)), onDuplicate('duplicate' as const)),

    findMany: async (accountId, ids) => (await model.find({ _id: { $in: [...ids] }, accountId }).lean()).map(toDomain),

    list: async ({ accountId, page, filters, sort, q }) => {
      const name = companyKey(q);
      const starting = name ? { nameKey: { $gte: name, $lt: `${name}\uffff` } } : {};
      const where = { ...filterOf(FILTERS, accountId, filters, ''), ...starting };
      const { rows, ...rest } = await pageOf(model, where, { page, sort: sortOf(SORTS, sort, { path: 'createdAt', descending: true }) });
      return { items: rows.map(toDomain), ...rest };
    },
  };
};
