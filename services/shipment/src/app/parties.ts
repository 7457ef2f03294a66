import { problem } from '@landfall/kit/problem';
import { retrying } from '@landfall/kit/retrying';
import { isPartyRole, PARTY_ROLES } from '@landfall/shipping/party-role';
import type { Party, PartyRoleRow } from '../domain/party.js';
import type { Around, Entity, Parties, PartyRoles } from './ports.js';

export type Write = { accountId: string; id: string; companyName: string; expectedRevision?: number | undefined };
export type PartyBacks = { parties: Parties; roles: PartyRoles; mustExist: (entity: Entity) => Promise<void>; around: Around };

const LONGEST = 255;

const nameOf = ({ companyName }: Write): string => {
  const name = companyName.trim();
  const pointer = '/data/attributes/company_name';
  if (name === '') throw problem('blank', 'A company name is missing.', { pointer });
  if (name.length > LONGEST) throw problem('invalid', `A company name has at most ${LONGEST} characters.`, { pointer });
  return name;
};

// The original points at `customer`, and its clients look there.
const taken = () => problem('duplicate', 'A party of this name already exists.', { pointer: '/data/attributes/customer' });

export const partyUseCases = ({ parties, roles, mustExist, around }: PartyBacks) => ({
  addParty: async (write: Write): Promise<Party> => {
    const now = around.now();
    const party = { id: around.newId(), accountId: write.accountId, companyName: nameOf(write), createdAt: now, updatedAt: now, revision: 1 };
    if ((await parties.add(party)) === 'duplicate') throw taken();
    return party;
  },

  editParty: (write: Write): Promise<Party> =>
    retrying(async () => {
      const companyName = nameOf(write);
      const [before] = await parties.findMany(write.accountId, [write.id]);
      if (!before) throw problem('not_found', `No party has the id ${write.id}.`);
      if (write.expectedRevision !== undefined && write.expectedRevision !== before.revision) throw problem('precondition_failed', 'The party is not the version named by If-Match.');
      const party = { ...before, companyName, updatedAt: around.now(), revision: before.revision + 1 };
      const outcome = await parties.save(party);
      if (outcome === 'duplicate') throw taken();
      if (outcome === 'moved') throw problem('revision_conflict', 'The party changed meanwhile.');
      return party;
    }),

  rolesOf: async (entity: Entity): Promise<PartyRoleRow[]> => {
    await mustExist(entity);
    return roles.of(entity);
  },

  /** Roles add up: a record may have two consignees, but not the same one twice. */
  addRole: async (entity: Entity, partyId: string, role: string): Promise<PartyRoleRow> => {
    await mustExist(entity);
    if (!isPartyRole(role)) throw problem('invalid', `The role must be one of ${PARTY_ROLES.join(', ')}.`, { pointer: '/data/attributes/role' });
    const [party] = await parties.findMany(entity.accountId, [partyId]);
    if (!party) throw problem('unknown_reference', `No party has the id ${partyId}.`, { pointer: '/data/relationships/party' });
    const { accountId, entityType, entityId } = entity;
    const row = { id: around.nameId('party_role', entityType, entityId, partyId, role), accountId, entityType, entityId, partyId, role, createdAt: around.now() };
    if ((await roles.add(row)) === 'duplicate') throw problem('duplicate', 'The party has this role already.', { pointer: '/data/attributes/role' });
    return row;
  },

  removeRole: async (entity: Entity, id: string): Promise<void> => {
    if (!(await roles.remove(entity, id, around.now()))) throw problem('not_found', `No party role has the id ${id}.`);
  },
});
