import { loaded, onDuplicate, stored } from '@landfall/kit/mongo';
import { pageOf } from '@landfall/kit/page';
import type { Connection } from 'mongoose';
import type { Condition, FieldDefinitions } from '../app/ports.js';
import type { FieldDefinition } from '../domain/custom-field.js';
import { definitionSchema as schema, type DefinitionRow } from './annotation-schemas.js';
import { filterOf, sortOf } from './list-filters.js';
import { lookUps } from './look-ups.js';
import { updateOf } from './update.js';

// add: one slug per kind of record.
schema.index({ accountId: 1, entityType: 1, apiSlug: 1 }, { name: 'add__one_slug', unique: true });
schema.index({ accountId: 1, createdAt: -1, _id: -1 }, { name: 'list__newest_first' });
schema.index({ accountId: 1, nameKey: 1, _id: 1 }, { name: 'list__by_name' });
schema.index({ accountId: 1, dataType: 1, createdAt: -1, _id: -1 }, { name: 'list__by_data_type' });

const SORTS = { created_at: 'createdAt', display_name: 'nameKey' };

const toDomain = (row: unknown): FieldDefinition => {
  const { nameKey: _key, ...definition } = loaded<FieldDefinition>(row) as FieldDefinition & DefinitionRow;
  return definition as FieldDefinition;
};

const toRow = (definition: FieldDefinition) => ({ ...stored(definition), nameKey: definition.displayName.toLowerCase() });

const PATHS: Record<string, string> = { entity_type: 'entityType', data_type: 'dataType' };

/** Few rows an account, so plain paths do; what is not in the table is refused by the common one. */
const whereOf = (accountId: string, filters: readonly Condition[]): Record<string, unknown> => {
  const plain = filters.flatMap(({ field, op, values }) => {
    const path = PATHS[field];
    return path && op === 'eq' ? [{ [path]: { $in: [...values] } }] : [];
  });
  const names = filters.filter(({ field }) => field === 'display_name').map(({ values: [name = ''] }) => ({ nameKey: { $gte: name.toLowerCase(), $lt: `${name.toLowerCase()}\uffff` } }));
  const others = filters.filter(({ field, op }) => field !== 'display_name' && !(PATHS[field] && op === 'eq'));
  const conditions = [...plain, ...names];
  return { ...filterOf({}, accountId, others, ''), ...(conditions.length > 0 ? { $and: conditions } : {}) };
};

export const fieldDefinitions = (db: Connection): FieldDefinitions => {
  const model = db.model<DefinitionRow>('custom_field_definition', schema);
  const byType = lookUps(model.collection, 'entityType');
  const one = async (filter: Record<string, unknown>) => {
    const row = await model.findOne(filter).lean();
    return row ? toDomain(row) : undefined;
  };
  return {
    add: (definition) => model.create([toRow(definition)]).then(() => 'added' as const, onDuplicate('duplicate' as const)),

    save: async (definition) => {
      const filter = { _id: definition.id, accountId: definition.accountId, revision: definition.revision - 1 };
      const { matchedCount } = await model.updateOne(filter, updateOf({}, toRow(definition), []));
      return matchedCount === 1 ? 'saved' : 'moved';
    },

    find: (accountId, id) => one({ _id: id, accountId }),
    findBySlug: (accountId, entityType, apiSlug) => one({ accountId, entityType, apiSlug }),
    ofEntityTypes: async (accountId, entityTypes) => (await Promise.all(entityTypes.map((type) => byType(accountId, type)))).flat().map(toDomain),

    list: async ({ accountId, page, filters, sort }) => {
      const { rows, ...rest } = await pageOf(model, whereOf(accountId, filters), { page, sort: sortOf(SORTS, sort, { path: 'createdAt', descending: true }) });
      return { items: rows.map(toDomain), ...rest };
    },

    remove: async (accountId, id) => (await model.deleteOne({ _id: id, accountId })).deletedCount === 1,
  };
};
