import type { CustomFieldDefinition } from '@landfall/contracts/gen/shipment/v1/annotation';
import { problem } from '@landfall/kit/problem';
import { DATA_TYPES } from '@landfall/resources/custom-fields';
import { z } from 'zod';
import type { Owners } from '../app/ports.js';
import { resourceBody } from './body.js';
import { line, openValue, slug } from './fields.js';
import { askedFor, listed, many, one, whole } from './lists.js';
import { route, type Call, type Route } from './route.js';

const tag = 'Custom fields';
const ROWS = 25;

const editable = {
  display_name: line(100),
  description: z.string().trim().max(1_000).nullish(),
  validation: z.record(z.string().max(100), openValue).nullish(),
  default_format: z.string().max(100).nullish(),
  default_value: openValue.optional(),
};
const NewDefinition = z.strictObject({
  ...editable,
  entity_type: z.enum(['Shipment', 'Container', 'TrackingRequest']),
  api_slug: slug,
  data_type: z.enum(DATA_TYPES),
  reference_type: z.string().max(100).nullish(),
});
const EditedDefinition = z.strictObject(editable).partial();

const jsonOf = (value: unknown): string | undefined => (value === undefined || value === null ? undefined : JSON.stringify(value));

const bare = { id: '', options: [], revision: 0, createdAt: undefined, updatedAt: undefined };

const toDefinition = (accountId: string, input: z.output<typeof NewDefinition>): CustomFieldDefinition => ({
  ...bare,
  accountId,
  entityType: input.entity_type,
  apiSlug: input.api_slug,
  displayName: input.display_name,
  description: input.description ?? undefined,
  dataType: input.data_type,
  referenceType: input.reference_type ?? undefined,
  validationJson: jsonOf(input.validation),
  defaultFormat: input.default_format ?? undefined,
  defaultValueJson: jsonOf(input.default_value),
});

/** What the edit does not speak of stays as it is. */
const edited = (before: CustomFieldDefinition, input: z.output<typeof EditedDefinition>): CustomFieldDefinition => ({
  ...before,
  displayName: input.display_name ?? before.displayName,
  description: input.description === undefined ? before.description : (input.description ?? undefined),
  validationJson: input.validation === undefined ? before.validationJson : jsonOf(input.validation),
  defaultFormat: input.default_format === undefined ? before.defaultFormat : (input.default_format ?? undefined),
  defaultValueJson: input.default_value === undefined ? before.defaultValueJson : jsonOf(input.default_value),
});

const of = (call: Call, name = 'id') => ({ accountId: call.accountId, id: call.params[name] ?? '' });

const definitions = ({ annotations }: Owners): Route[] => [
  route({
    method: 'get', path: '/custom_field_definitions', name: 'listCustomFieldDefinitions', says: 'Lists the fields the account has made.', tag, scope: 'read', gives: { many: 'custom_field_definition' },
    list: listed({ size: ROWS, sorts: ['display_name', 'created_at'], filters: { entity_type: 'text', data_type: 'text', display_name: 'prefix' } }),
    handle: async (call) => many(await annotations.listCustomFieldDefinitions(askedFor(call))),
  }),
  route({
    method: 'get', path: '/custom_field_definitions/:id', name: 'getCustomFieldDefinition', says: 'Reads a field definition.', tag, scope: 'read', gives: { one: 'custom_field_definition' },
    handle: async (call) => one(await annotations.getCustomFieldDefinition(of(call))),
  }),
  route({
    method: 'post', path: '/custom_field_definitions', name: 'createCustomFieldDefinition', says: 'Makes a field.', tag, scope: 'write', gives: { one: 'custom_field_definition' }, status: 201,
    body: resourceBody({ type: 'custom_field_definition', id: 'never', attributes: NewDefinition }),
    handle: async ({ accountId, body }) => {
      const made = await annotations.createCustomFieldDefinition(toDefinition(accountId, body.attributes));
      return { is: 'one', message: made, created: `/v2/custom_field_definitions/${made.id}` };
    },
  }),
  route({
    method: 'patch', path: '/custom_field_definitions/:id', name: 'updateCustomFieldDefinition', says: 'Edits what may change: not the slug, the record or the type.', tag, scope: 'write', gives: { one: 'custom_field_definition' },
    body: resourceBody({ type: 'custom_field_definition', id: 'path', attributes: EditedDefinition }),
    handle: async (call) => {
      const before = await annotations.getCustomFieldDefinition(of(call));
      return one(await annotations.updateCustomFieldDefinition({ ...edited(before, call.body.attributes), expectedRevision: call.expectedRevision }));
    },
  }),
  route({
    method: 'delete', path: '/custom_field_definitions/:id', name: 'deleteCustomFieldDefinition', says: 'Removes a field and its values.', tag, scope: 'write', gives: { meta: { type: 'object' } },
    handle: async (call) => ({ is: 'meta', meta: { ...(await annotations.deleteCustomFieldDefinition(of(call))) } }),
  }),
];

const optionOf = ({ options, revision }: CustomFieldDefinition, id: string) => {
  const option = options.find((one) => one.id === id);
  if (option === undefined) throw problem('not_found', 'There is no such option.');
  // An option is a part of its field, so it is as new as the field is.
  return { ...option, revision };
};

const position = z.number().int().min(0).max(10_000).optional();
const NewOption = z.strictObject({ label: line(100), value: z.string().trim().min(1).max(100).optional(), position });
const EditedOption = z.strictObject({ label: line(100).optional(), position });

const options = ({ annotations }: Owners): Route[] => {
  const path = '/custom_field_definitions/:definition_id/options';
  const parent = (call: Call) => annotations.getCustomFieldDefinition(of(call, 'definition_id'));
  const at = (call: Call) => ({ accountId: call.accountId, definitionId: call.params['definition_id'] ?? '', id: call.params['id'] ?? '' });
  return [
    route({
      method: 'get', path, name: 'listCustomFieldOptions', says: 'Lists the values an enum field may have.', tag, scope: 'read', gives: { many: 'custom_field_option' }, list: whole({ sorts: ['position', 'label', 'value'] }),
      handle: async (call) => many({ items: (await parent(call)).options }),
    }),
    route({
      method: 'get', path: `${path}/:id`, name: 'getCustomFieldOption', says: 'Reads an option.', tag, scope: 'read', gives: { one: 'custom_field_option' },
      handle: async (call) => one(optionOf(await parent(call), call.params['id'] ?? '')),
    }),
    route({
      method: 'post', path, name: 'createCustomFieldOption', says: 'Adds an option.', tag, scope: 'write', gives: { one: 'custom_field_option' }, status: 201,
      body: resourceBody({ type: 'custom_field_option', id: 'never', attributes: NewOption }),
      handle: async (call) => {
        const made = await annotations.createCustomFieldOption({ ...at(call), ...call.body.attributes });
        return { is: 'one', message: made, created: `/v2/custom_field_definitions/${made.definitionId}/options/${made.id}` };
      },
    }),
    route({
      method: 'patch', path: `${path}/:id`, name: 'updateCustomFieldOption', says: 'Renames or moves an option.', tag, scope: 'write', gives: { one: 'custom_field_option' },
      body: resourceBody({ type: 'custom_field_option', id: 'path', attributes: EditedOption }),
      current: async (call) => optionOf(await parent(call), call.params['id'] ?? ''),
      handle: async (call) => one(await annotations.updateCustomFieldOption({ ...at(call), ...call.body.attributes, value: undefined })),
    }),
    route({
      method: 'delete', path: `${path}/:id`, name: 'deleteCustomFieldOption', says: 'Removes an option; records that have it keep it.', tag, scope: 'write', gives: { meta: { type: 'object' } },
      handle: async (call) => ({ is: 'meta', meta: { ...(await annotations.deleteCustomFieldOption(at(call))) } }),
    }),
  ];
};

export const customFieldDefinitionRoutes = (owners: Owners): Route[] => [...definitions(owners), ...options(owners)];
