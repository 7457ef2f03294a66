import { problem } from '@landfall/kit/problem';
import type { Container } from '../domain/container.js';
import { checkValue, type FieldDefinition, type FieldValue } from '../domain/custom-field.js';
import type { Shipment } from '../domain/shipment.js';
import type { InitialField, TrackedRequest } from '../domain/tracked-request.js';
import type { Around, Entity, FieldDefinitions, FieldValues } from './ports.js';

export type ValueBacks = { definitions: FieldDefinitions; values: FieldValues; mustExist: (entity: Entity) => Promise<void>; around: Around };

export type Put = Entity & { apiSlug: string; definitionId: string; valueJson: string; mustExist: boolean };

const valueFor = (around: Around, entity: Entity, definition: FieldDefinition, valueJson: string): FieldValue => {
  const checked = checkValue(definition, valueJson);
  if (!checked.ok) throw problem('invalid', checked.detail, { pointer: '/data/attributes/value' });
  const now = around.now();
  const { accountId, entityType, entityId } = entity;
  const id = around.nameId('custom_field', definition.id, entityId);
  return { id, accountId, entityType, entityId, definitionId: definition.id, apiSlug: definition.apiSlug, valueJson: checked.valueJson, displayValue: checked.display, createdAt: now, updatedAt: now, revision: 1 };
};

const named = async (definitions: FieldDefinitions, { accountId, entityType, apiSlug, definitionId }: Put): Promise<FieldDefinition> => {
  const definition = definitionId ? await definitions.find(accountId, definitionId) : await definitions.findBySlug(accountId, entityType, apiSlug);
  if (!definition || definition.entityType !== entityType) throw problem('unknown_reference', `${entityType} has no custom field ${apiSlug || definitionId}.`, { pointer: '/data/attributes/api_slug' });
  return definition;
};

export const valueUseCases = ({ definitions, values, mustExist, around }: ValueBacks) => ({
  putValue: async (put: Put): Promise<FieldValue> => {
    await mustExist(put);
    const definition = await named(definitions, put);
    const known = await values.findOf(put, definition.id);
    if (put.mustExist && !known) throw problem('not_found', `The record has no value of ${definition.apiSlug}.`);
    return values.put(valueFor(around, put, definition, put.valueJson));
  },

  valueOf: async (entity: Entity, apiSlug: string): Promise<FieldValue> => {
    const definition = await definitions.findBySlug(entity.accountId, entity.entityType, apiSlug);
    const value = definition && (await values.findOf(entity, definition.id));
    if (!value) throw problem('not_found', `The record has no value of ${apiSlug}.`);
    return value;
  },

  removeValue: async (value: FieldValue): Promise<void> => {
    await values.remove(value, around.now());
  },
});

/** What a new shipment and its boxes begin with. */
export const initialFieldsUseCase = ({ definitions, values, around }: Omit<ValueBacks, 'mustExist'>) => {
  /** What the request wanted, else the default; a value that does not fit its field is left out rather than losing the shipment. */
  const start = async (entity: Entity, wanted: readonly InitialField[], all: readonly FieldDefinition[]): Promise<void> => {
    for (const definition of all) {
      const json = wanted.find(({ apiSlug }) => apiSlug === definition.apiSlug)?.valueJson ?? definition.defaultValueJson;
      if (json === undefined || !checkValue(definition, json).ok) continue;
      if (!(await values.findOf(entity, definition.id))) await values.put(valueFor(around, entity, definition, json));
    }
  };

  return async ({ accountId, shipmentFields, containerFields }: TrackedRequest, shipment: Shipment, boxes: readonly Container[]): Promise<void> => {
    const all = await definitions.ofEntityTypes(accountId, ['Shipment', 'Container']);
    if (all.length === 0) return;
    const forBoxes = all.filter(({ entityType }) => entityType === 'Container');
    await start({ accountId, entityType: 'Shipment', entityId: shipment.id }, shipmentFields, all.filter(({ entityType }) => entityType === 'Shipment'));
    for (const box of boxes) {
      const wanted = containerFields.filter(({ number }) => number === '' || number === box.number);
      await start({ accountId, entityType: 'Container', entityId: box.id }, wanted, forBoxes);
    }
  };
};
