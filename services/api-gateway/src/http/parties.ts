import { PARTY_ROLES } from '@landfall/shipping/party-role';
import { z } from 'zod';
import type { Owners } from '../app/ports.js';
import { resourceBody } from './body.js';
import { ENTITIES, entityOf, type Entity } from './entities.js';
import { line, linkTo } from './fields.js';
import { listed, many, one, pageOf, whole } from './lists.js';
import { onlyOne } from './places.js';
import { route, type Call, type Route } from './route.js';

const tag = 'Parties';
const attributes = z.strictObject({ company_name: line(255) });

/** The original pages these by 25 (D-04). */
const ROWS = 25;

const parties = ({ annotations }: Owners): Route[] => {
  const read = async ({ accountId, params }: Call) => onlyOne(await annotations.batchGetParties({ accountId, ids: [params['id'] ?? ''] }), 'party');
  return [
    route({
      method: 'get', path: '/parties', name: 'listParties', says: 'Lists the companies the account works with.', tag, scope: 'read', gives: { many: 'party' },
      list: listed({ size: ROWS, texts: ['q'], sorts: ['company_name', 'created_at'] }),
      handle: async (call) => many(await annotations.listParties({ accountId: call.accountId, page: pageOf(call), q: call.query.text, sort: call.query.sort })),
    }),
    route({
      method: 'get', path: '/parties/:id', name: 'getParty', says: 'Reads a party.', tag, scope: 'read', gives: { one: 'party' },
      handle: async (call) => one(await read(call)),
    }),
    route({
      method: 'post', path: '/parties', name: 'createParty', says: 'Adds a party.', tag, scope: 'write', gives: { one: 'party' }, status: 201,
      body: resourceBody({ type: 'party', id: 'never', attributes }),
      handle: async ({ accountId, body }) => {
        const made = await annotations.createParty({ accountId, id: '', companyName: body.attributes.company_name });
        return { is: 'one', message: made, created: `/v2/parties/${made.id}` };
      },
    }),
    route({
      method: 'patch', path: '/parties/:id', name: 'updateParty', says: 'Renames a party.', tag, scope: 'write', gives: { one: 'party' },
      body: resourceBody({ type: 'party', id: 'path', attributes }),
      handle: async ({ accountId, body, expectedRevision }) => one(await annotations.updateParty({ accountId, id: body.id, companyName: body.attributes.company_name, expectedRevision })),
    }),
  ];
};

const NewRole = resourceBody({ type: 'party_role', id: 'never', attributes: z.strictObject({ role: z.enum(PARTY_ROLES, { error: `must be one of ${PARTY_ROLES.join(', ')}` }) }), relationships: z.object({ party: linkTo('party') }) });

const roles = ({ annotations }: Owners) => (entity: Entity): Route[] => {
  const path = `/${entity.path}/:id/party_roles`;
  return [
    route({
      method: 'get', path, name: `list${entity.what}PartyRoles`, says: 'Lists who plays which part.', tag, scope: 'read', gives: { many: 'party_role' }, list: whole({ sorts: ['role', 'created_at'] }),
      handle: async (call) => many(await annotations.listPartyRoles(entityOf(call, entity))),
    }),
    route({
      method: 'post', path, name: `add${entity.what}PartyRole`, says: 'Gives a party a part.', tag, scope: 'write', gives: { one: 'party_role' }, status: 201, body: NewRole,
      handle: async (call) => {
        const made = await annotations.addPartyRole({ ...entityOf(call, entity), partyId: call.body.relationships.party.data.id, role: call.body.attributes.role });
        return { is: 'one', message: made, created: `/v2/${entity.path}/${made.entityId}/party_roles/${made.id}` };
      },
    }),
    route({
      method: 'delete', path: `${path}/:role_id`, name: `remove${entity.what}PartyRole`, says: 'Takes a part from a party.', tag, scope: 'write', gives: { meta: { type: 'object' } },
      handle: async (call) => ({ is: 'meta', meta: { ...(await annotations.removePartyRole({ ...entityOf(call, entity), id: call.params['role_id'] ?? '' })) } }),
    }),
  ];
};

export const partyRoutes = (owners: Owners): Route[] => [...parties(owners), ...ENTITIES.flatMap(roles(owners))];
