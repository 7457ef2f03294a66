import type { Party, PartyRole } from '@landfall/contracts/gen/shipment/v1/annotation';
import { PARTY_ROLES } from '@landfall/shipping/party-role';
import { entityTypeOf } from './entity.js';
import { at, moment, text, word } from './json.js';
import { either, one, resource } from './resource.js';

export const party = resource<Party>('party', {
  fields: { company_name: text, created_at: moment, updated_at: moment },
  attributes: (p) => ({ company_name: p.companyName, created_at: at(p.createdAt), updated_at: at(p.updatedAt) }),
});

export const partyRole = resource<PartyRole>('party_role', {
  fields: { role: word(...PARTY_ROLES), created_at: moment },
  attributes: (r) => ({ role: r.role, created_at: at(r.createdAt) }),
  relationships: {
    party: one('party', (r) => r.partyId),
    entity: either(['shipment', 'container', 'tracking_request'], (r) => r.entityId, (r) => entityTypeOf(r.entityType)),
  },
});
