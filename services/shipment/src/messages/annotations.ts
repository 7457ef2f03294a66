import { facts } from '@landfall/contracts/facts';
import type { CustomField, CustomFieldDefinition, CustomFieldOption, Party as PartyMessage, PartyRole } from '@landfall/contracts/gen/shipment/v1/annotation';
import { nameId } from '@landfall/kit/identity';
import { entry, type OutboxEntry } from '@landfall/kit/outbox';
import type { FieldDefinition, FieldOption, FieldValue } from '../domain/custom-field.js';
import type { Party, PartyRoleRow } from '../domain/party.js';

type Record = { accountId: string; entityType: string; entityId: string };

export const annotationChanged = ({ accountId, entityType, entityId }: Record, changedAt: Date, occasion: string): OutboxEntry =>
  entry(facts.annotation.changed, { accountId, entityType, entityId, changedAt }, nameId('annotation_changed', entityId, occasion, changedAt.toISOString()));

export const toParty = (party: Party): PartyMessage => party;
export const toPartyRole = (role: PartyRoleRow): PartyRole => role;
export const toCustomField = (value: FieldValue): CustomField => value;
export const toOption = (option: FieldOption, definitionId: string): CustomFieldOption => ({ ...option, definitionId });

export const toDefinition = (definition: FieldDefinition): CustomFieldDefinition => ({
  ...definition,
  options: definition.options.map((option) => toOption(option, definition.id)),
});

type Given = Pick<CustomFieldDefinition, 'description' | 'referenceType' | 'validationJson' | 'defaultFormat' | 'defaultValueJson'>;

const present = ({ description, referenceType, validationJson, defaultFormat, defaultValueJson }: Given) => ({
  ...(description === undefined ? {} : { description }),
  ...(referenceType ? { referenceType } : {}),
  ...(validationJson ? { validationJson } : {}),
  ...(defaultFormat ? { defaultFormat } : {}),
  ...(defaultValueJson ? { defaultValueJson } : {}),
});

export const fromDraft = (message: CustomFieldDefinition) => ({
  accountId: message.accountId,
  entityType: message.entityType,
  apiSlug: message.apiSlug.trim(),
  displayName: message.displayName.trim(),
  dataType: message.dataType,
  ...present(message),
});

export const fromEdit = (message: CustomFieldDefinition) => {
  const { referenceType: _fixed, ...edit } = present(message);
  return { ...(message.displayName ? { displayName: message.displayName.trim() } : {}), ...edit };
};
