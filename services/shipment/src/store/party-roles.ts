import { loaded } from '@landfall/kit/mongo';
import { pushFacts } from '@landfall/kit/outbox';
import type { Connection } from 'mongoose';
import type { PartyRoles } from '../app/ports.js';
import type { PartyRoleRow } from '../domain/party.js';
import { annotationChanged } from '../messages/annotations.js';
import { roleSchema as schema, type RoleRow } from './annotation-schemas.js';

// of, add, remove: the roles of one record.
schema.index({ accountId: 1, entityType: 1, entityId: 1, createdAt: 1 }, { name: 'of__one_record' });

const toDomain = (row: unknown): PartyRoleRow => {
  const { live: _live, ...role } = loaded<PartyRoleRow>(row) as PartyRoleRow & RoleRow;
  return role as PartyRoleRow;
};

export const partyRoles = (db: Connection): PartyRoles => {
  const model = db.model<RoleRow>('party_role', schema);
  return {
    // The id follows from record, party and role, so a removed one comes back under its own.
    add: async ({ id, ...role }) => {
      const told = annotationChanged(role, role.createdAt, id);
      const known = await model.findOne({ _id: id, accountId: role.accountId }).lean();
      if (known?.live) return 'duplicate';
      const { modifiedCount, upsertedCount } = await model.updateOne({ _id: id, accountId: role.accountId, live: { $ne: true } }, pushFacts([told], { ...role, live: true }), { upsert: known === null });
      return modifiedCount + upsertedCount > 0 ? 'added' : 'duplicate';
    },

    of: async ({ accountId, entityType, entityId }) => (await model.find({ accountId, entityType, entityId, live: true }).sort({ createdAt: 1 }).lean()).map(toDomain),

    remove: async (entity, id, at) => {
      const told = annotationChanged(entity, at, id);
      const { matchedCount } = await model.updateOne({ _id: id, ...entity, live: true }, pushFacts([told], { live: false }));
      return matchedCount === 1;
    },
  };
};
