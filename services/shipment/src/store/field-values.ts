import { loaded, stored } from '@landfall/kit/mongo';
import { pushFacts } from '@landfall/kit/outbox';
import { pageOf } from '@landfall/kit/page';
import { problem } from '@landfall/kit/problem';
import type { Connection } from 'mongoose';
import type { Condition, FieldValues } from '../app/ports.js';
import type { FieldValue } from '../domain/custom-field.js';
import { annotationChanged } from '../messages/annotations.js';
import { valueSchema as schema, type ValueRow } from './annotation-schemas.js';
import { sortOf } from './list-filters.js';

// findOf, list: the values of one record.
schema.index({ accountId: 1, entityType: 1, entityId: 1, createdAt: -1, _id: -1 }, { name: 'findOf__one_record' });
// list, removeAllOf: the values of one field.
schema.index({ accountId: 1, definitionId: 1, createdAt: -1, _id: -1 }, { name: 'removeAllOf__one_field' });
schema.index({ accountId: 1, createdAt: -1, _id: -1 }, { name: 'list__newest_first' });

const PATHS: Record<string, string> = { entity_type: 'entityType', entity_id: 'entityId', definition_id: 'definitionId', api_slug: 'apiSlug' };

const toDomain = (row: unknown): FieldValue => {
  const { live: _live, ...value } = loaded<FieldValue>(row) as FieldValue & ValueRow;
  return value as FieldValue;
};

const conditionOf = ({ field, op, values }: Condition): Record<string, unknown> => {
  const path = PATHS[field];
  if (!path || op !== 'eq') throw problem(path ? 'invalid_parameter' : 'unknown_parameter', `Custom fields have no filter ${field} ${op}.`, { parameter: `filter[${field}]` });
  return { [path]: { $in: [...values] } };
};

export const fieldValues = (db: Connection): FieldValues => {
  const model = db.model<ValueRow>('custom_field', schema);
  const remove = async ({ id, accountId, entityType, entityId, revision }: FieldValue, at: Date): Promise<boolean> => {
    const told = annotationChanged({ accountId, entityType, entityId }, at, `${id} ${revision}`);
    const { matchedCount } = await model.updateOne({ _id: id, accountId, live: true }, { ...pushFacts([told], { live: false, updatedAt: at }), $inc: { revision: 1 } });
    return matchedCount === 1;
  };

  return {
    put: async (value) => {
      const { _id, createdAt, revision: _revision, ...row } = stored(value);
      const known = await model.findOne({ _id, accountId: value.accountId }).lean();
      const told = annotationChanged(value, value.updatedAt, `${_id} ${known?.revision ?? 0}`);
      // A value that comes back after removal is a new one.
      const born = known?.live ? {} : { createdAt };
      await model.updateOne({ _id, accountId: value.accountId }, { ...pushFacts([told], { ...row, ...born, live: true }), $inc: { revision: 1 } }, { upsert: true });
      return toDomain(await model.findOne({ _id, accountId: value.accountId }).lean());
    },

    find: async (accountId, id) => {
      const row = await model.findOne({ _id: id, accountId, live: true }).lean();
      return row ? toDomain(row) : undefined;
    },

    findOf: async ({ accountId, entityType, entityId }, definitionId) => {
      const row = await model.findOne({ accountId, entityType, entityId, definitionId, live: true }).lean();
      return row ? toDomain(row) : undefined;
    },

    list: async ({ accountId, page, filters, sort }) => {
      const conditions = [{ live: true }, ...filters.map(conditionOf)];
      const { rows, ...rest } = await pageOf(model, { accountId, $and: conditions }, { page, sort: sortOf({ created_at: 'createdAt' }, sort, { path: 'createdAt', descending: true }) });
      return { items: rows.map(toDomain), ...rest };
    },

    remove,

    removeAllOf: async (accountId, definitionId, at) => {
      for (const row of await model.find({ accountId, definitionId, live: true }).lean()) await remove(toDomain(row), at);
    },
  };
};
