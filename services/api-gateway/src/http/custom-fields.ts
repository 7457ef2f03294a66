import { problem } from '@landfall/kit/problem';
import { z } from 'zod';
import type { Owners } from '../app/ports.js';
import { resourceBody } from './body.js';
import { ENTITIES, entityOf, type Entity } from './entities.js';
import { openValue } from './fields.js';
import { askedFor, listed, many, one } from './lists.js';
import { route, type Call, type Route } from './route.js';

const tag = 'Custom fields';
const ROWS = 25;
const type = 'custom_field';

const Value = z.strictObject({ value: openValue });
const Named = z.strictObject({ api_slug: z.string().min(1).max(100), value: openValue });
const NamedMaybe = z.strictObject({ api_slug: z.string().min(1).max(100).optional(), value: openValue });

const entityLink = z.object({ data: z.object({ id: z.uuid(), type: z.enum(['shipment', 'container', 'tracking_request']) }) });
const definitionLink = z.object({ data: z.object({ id: z.uuid(), type: z.literal('custom_field_definition') }) });

const TYPES = { shipment: 'Shipment', container: 'Container', tracking_request: 'TrackingRequest' } as const;

const of = (call: Call) => ({ accountId: call.accountId, id: call.params['id'] ?? '' });
const NOWHERE = { entityType: '', entityId: '', apiSlug: '' };

const sorts = ['created_at'];

const values = ({ annotations }: Owners): Route[] => [
  route({
    method: 'get', path: '/custom_fields', name: 'listCustomFields', says: 'Lists the values of custom fields.', tag, scope: 'read', gives: { many: type },
    list: listed({ size: ROWS, sorts, filters: { entity_type: 'text', entity_id: 'text', definition_id: 'text' } }),
    handle: async (call) => many(await annotations.listCustomFields(askedFor(call))),
  }),
  route({
    method: 'get', path: '/custom_fields/:id', name: 'getCustomField', says: 'Reads a value.', tag, scope: 'read', gives: { one: type },
    handle: async (call) => one(await annotations.getCustomField(of(call))),
  }),
  route({
    method: 'post', path: '/custom_fields', name: 'createCustomField', says: 'Sets a value on the record that relationships.entity names.', tag, scope: 'write', gives: { one: type }, status: 201,
    body: resourceBody({ type, id: 'never', attributes: NamedMaybe, relationships: z.object({ entity: entityLink, definition: definitionLink.optional() }) }),
    handle: async ({ accountId, body: { attributes, relationships } }) => {
      const { entity, definition } = relationships;
      if (attributes.api_slug === undefined && definition === undefined) throw problem('blank', 'Name the field by api_slug or by relationships.definition.', { pointer: '/data/attributes/api_slug' });
      const made = await annotations.putCustomField({ accountId, entityType: TYPES[entity.data.type], entityId: entity.data.id, apiSlug: attributes.api_slug ?? '', definitionId: definition?.data.id ?? '', valueJson: JSON.stringify(attributes.value), mustExist: false });
      return { is: 'one', message: made, created: `/v2/custom_fields/${made.id}` };
    },
  }),
  route({
    method: 'patch', path: '/custom_fields/:id', name: 'updateCustomField', says: 'Changes a value.', tag, scope: 'write', gives: { one: type },
    body: resourceBody({ type, id: 'path', attributes: Value }), current: (call) => annotations.getCustomField(of(call)),
    handle: async (call) => {
      const { accountId, entityType, entityId, apiSlug, definitionId } = await annotations.getCustomField(of(call));
      return one(await annotations.putCustomField({ accountId, entityType, entityId, apiSlug, definitionId, valueJson: JSON.stringify(call.body.attributes.value), mustExist: true }));
    },
  }),
  route({
    method: 'delete', path: '/custom_fields/:id', name: 'deleteCustomField', says: 'Removes a value.', tag, scope: 'write', gives: 'nothing', status: 204,
    handle: async (call) => {
      await annotations.deleteCustomField({ ...NOWHERE, ...of(call) });
      return { is: 'nothing' };
    },
  }),
];

const inList = (entityType: string, entityId: string, apiSlug?: string) => [
  { field: 'entity_type', op: 'eq', values: [entityType] },
  { field: 'entity_id', op: 'eq', values: [entityId] },
  ...(apiSlug === undefined ? [] : [{ field: 'api_slug', op: 'eq', values: [apiSlug] }]),
];

const ofEntity = ({ annotations }: Owners) => (entity: Entity): Route[] => {
  const path = `/${entity.path}/:id/custom_fields`;
  const slugOf = ({ params }: Call) => params['api_slug'] ?? '';
  const current = async (call: Call) => {
    const { accountId, entityType, entityId } = entityOf(call, entity);
    const { items: [field] } = await annotations.listCustomFields({ accountId, page: { number: 1, size: 1, after: '' }, filters: inList(entityType, entityId, slugOf(call)), sort: [] });
    if (field === undefined) throw problem('not_found', 'There is no such value.');
    return field;
  };
  return [
    route({
      method: 'get', path, name: `list${entity.what}CustomFields`, says: 'Lists the custom values of a record.', tag, scope: 'read', gives: { many: type }, list: listed({ size: ROWS, sorts }),
      handle: async (call) => {
        const { accountId, entityType, entityId } = entityOf(call, entity);
        return many(await annotations.listCustomFields({ ...askedFor(call), accountId, filters: inList(entityType, entityId) }));
      },
    }),
    route({
      method: 'post', path, name: `set${entity.what}CustomField`, says: 'Sets a value, new or not.', tag, scope: 'write', gives: { one: type }, status: 201, body: resourceBody({ type, id: 'never', attributes: Named }),
      handle: async (call) => {
        const { api_slug: apiSlug, value } = call.body.attributes;
        const made = await annotations.putCustomField({ ...entityOf(call, entity), apiSlug, definitionId: '', valueJson: JSON.stringify(value), mustExist: false });
        return { is: 'one', message: made, created: `/v2/custom_fields/${made.id}` };
      },
    }),
    route({
      method: 'patch', path: `${path}/:api_slug`, name: `update${entity.what}CustomField`, says: 'Changes a value that is there.', tag, scope: 'write', gives: { one: type }, looseIds: ['api_slug'], current,
      body: resourceBody({ type, id: 'ignored', attributes: z.strictObject({ api_slug: z.string().max(100).optional(), value: openValue }) }),
      handle: async (call) => one(await annotations.putCustomField({ ...entityOf(call, entity), apiSlug: slugOf(call), definitionId: '', valueJson: JSON.stringify(call.body.attributes.value), mustExist: true })),
    }),
    route({
      method: 'delete', path: `${path}/:api_slug`, name: `delete${entity.what}CustomField`, says: 'Removes a value.', tag, scope: 'write', gives: 'nothing', status: 204, looseIds: ['api_slug'],
      handle: async (call) => {
        await annotations.deleteCustomField({ id: '', ...entityOf(call, entity), apiSlug: slugOf(call) });
        return { is: 'nothing' };
      },
    }),
  ];
};

export const customFieldRoutes = (owners: Owners): Route[] => [...values(owners), ...ENTITIES.flatMap(ofEntity(owners))];
