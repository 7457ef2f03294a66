import type { CustomField, CustomFieldDefinition, CustomFieldOption } from '@landfall/contracts/gen/shipment/v1/annotation';
import { ENTITY_TYPES, entityTypeOf } from './entity.js';
import { anything, at, fromText, label, moment, text, whole, word } from './json.js';
import { either, held, one, resource } from './resource.js';

export const DATA_TYPES = ['short_text', 'number', 'date', 'datetime', 'boolean', 'enum', 'enum_multi', 'reference'] as const;

export const customFieldDefinition = resource<CustomFieldDefinition>('custom_field_definition', {
  fields: {
    entity_type: word(...Object.keys(ENTITY_TYPES)),
    api_slug: text,
    display_name: text,
    description: label,
    data_type: word(...DATA_TYPES),
    reference_type: label,
    validation: anything,
    default_format: label,
    default_value: anything,
    template_id: { type: 'null' },
    created_at: moment,
    updated_at: moment,
  },
  attributes: (d) => ({
    entity_type: d.entityType,
    api_slug: d.apiSlug,
    display_name: d.displayName,
    description: d.description ?? null,
    data_type: d.dataType,
    reference_type: d.referenceType ?? null,
    validation: fromText(d.validationJson),
    default_format: d.defaultFormat ?? null,
    default_value: fromText(d.defaultValueJson),
    // The original makes fields from templates; here every definition is the account's own.
    template_id: null,
    created_at: at(d.createdAt),
    updated_at: at(d.updatedAt),
  }),
  relationships: {
    account: one('account', (d) => d.accountId),
    options: held('custom_field_option', (d) => d.options),
  },
});

export const customFieldOption = resource<CustomFieldOption>('custom_field_option', {
  fields: { label: text, value: text, position: whole },
  attributes: (o) => ({ label: o.label, value: o.value, position: o.position }),
  relationships: { definition: one('custom_field_definition', (o) => o.definitionId) },
});

export const customField = resource<CustomField>('custom_field', {
  fields: { api_slug: text, value: anything, display_value: label, created_at: moment, updated_at: moment },
  attributes: (f) => ({
    api_slug: f.apiSlug,
    value: fromText(f.valueJson),
    display_value: f.displayValue,
    created_at: at(f.createdAt),
    updated_at: at(f.updatedAt),
  }),
  relationships: {
    entity: either(['shipment', 'container', 'tracking_request'], (f) => f.entityId, (f) => entityTypeOf(f.entityType)),
    definition: one('custom_field_definition', (f) => f.definitionId),
  },
});
