import { outbox } from '@landfall/kit/outbox';
import { Schema } from 'mongoose';
import type { FieldDefinition, FieldValue } from '../domain/custom-field.js';
import type { Party, PartyRoleRow } from '../domain/party.js';

export interface PartyRow extends Omit<Party, 'id'> {
  _id: string;
  nameKey: string;
}

/** What is removed stays as a mark, so that the fact of its removal has a document to lie in. */
export interface RoleRow extends Omit<PartyRoleRow, 'id'> {
  _id: string;
  live: boolean;
}

export interface DefinitionRow extends Omit<FieldDefinition, 'id'> {
  _id: string;
  nameKey: string;
}

export interface ValueRow extends Omit<FieldValue, 'id'> {
  _id: string;
  live: boolean;
}

const OPTIONS = { versionKey: false, minimize: false } as const;
const option = { _id: false, id: String, label: String, value: String, position: Number };

export const partySchema = new Schema<PartyRow>(
  { _id: String, accountId: String, companyName: String, nameKey: String, createdAt: Date, updatedAt: Date, revision: Number },
  { ...OPTIONS, collection: 'parties' },
);

export const roleSchema = new Schema<RoleRow>(
  { _id: String, accountId: String, entityType: String, entityId: String, partyId: String, role: String, createdAt: Date, live: Boolean },
  { ...OPTIONS, collection: 'party_roles' },
);

export const definitionSchema = new Schema<DefinitionRow>(
  {
    _id: String, accountId: String, entityType: String, apiSlug: String, displayName: String, nameKey: String, description: String, dataType: String,
    referenceType: String, validationJson: String, defaultFormat: String, defaultValueJson: String, options: [option], createdAt: Date, updatedAt: Date, revision: Number,
  },
  { ...OPTIONS, collection: 'custom_field_definitions' },
);

export const valueSchema = new Schema<ValueRow>(
  {
    _id: String, accountId: String, definitionId: String, apiSlug: String, entityType: String, entityId: String, valueJson: String, displayValue: String,
    createdAt: Date, updatedAt: Date, revision: Number, live: Boolean,
  },
  { ...OPTIONS, collection: 'custom_fields' },
);

outbox(roleSchema as never);
outbox(valueSchema as never);
