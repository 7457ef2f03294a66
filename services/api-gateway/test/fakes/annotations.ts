import type { AnnotationServiceService, CustomFieldDefinition } from '@landfall/contracts/gen/shipment/v1/annotation';
import { newId } from '@landfall/kit/identity';
import { problem } from '@landfall/kit/problem';
import type { Methods } from './methods.js';
import type { World } from './world.js';

export const annotationMethods = ({ parties, partyRoles, definitions, fields, shipments, containers, requests }: World): Methods<typeof AnnotationServiceService> => {
  const made = () => ({ id: newId(), createdAt: new Date(), updatedAt: new Date(), revision: 1 });
  const known = ({ accountId, entityType, entityId }: { accountId: string; entityType: string; entityId: string }) => {
    const tables = { Shipment: shipments, Container: containers, TrackingRequest: requests } as const;
    return tables[entityType as keyof typeof tables].get({ accountId, id: entityId });
  };
  const withOption = (definition: CustomFieldDefinition, options: CustomFieldDefinition['options']) => definitions.put({ ...definition, options });
  const valueOf = (input: { accountId: string; entityId: string; apiSlug: string }) => fields.of(input.accountId).find((row) => row.entityId === input.entityId && row.apiSlug === input.apiSlug);
  return {
    listParties: (input) => parties.list(input),
    batchGetParties: ({ accountId, ids }) => ({ items: parties.some(accountId, ids) }),
    createParty: ({ accountId, companyName }) => {
      if (parties.of(accountId).some((one) => one.companyName === companyName)) throw problem('duplicate', 'It exists already.', { pointer: '/data/attributes/company_name' });
      return parties.put({ accountId, companyName, ...made() });
    },
    updateParty: (input) => parties.change(input, (row) => ({ ...row, companyName: input.companyName })),
    listPartyRoles: (input) => {
      known(input);
      return { items: partyRoles.of(input.accountId).filter(({ entityId }) => entityId === input.entityId) };
    },
    addPartyRole: (input) => {
      known(input);
      if (parties.find(input.accountId, input.partyId) === undefined) throw problem('unknown_reference', 'No such party.', { pointer: '/data/relationships/party' });
      return partyRoles.put({ ...input, ...made() });
    },
    removePartyRole: (input) => {
      known(input);
      partyRoles.get(input);
      return partyRoles.remove(input);
    },
    listCustomFieldDefinitions: (input) => definitions.list(input),
    getCustomFieldDefinition: (input) => definitions.get(input),
    createCustomFieldDefinition: (input) => definitions.put({ ...input, ...made(), options: [] }),
    updateCustomFieldDefinition: (input) => definitions.change(input, (row) => ({ ...row, displayName: input.displayName || row.displayName })),
    deleteCustomFieldDefinition: (input) => {
      definitions.get(input);
      return definitions.remove(input);
    },
    createCustomFieldOption: ({ accountId, definitionId, label = '', value = '', position = 0 }) => {
      const definition = definitions.get({ accountId, id: definitionId });
      const option = { id: newId(), label, value, position, definitionId };
      withOption(definition, [...definition.options, option]);
      return option;
    },
    updateCustomFieldOption: ({ accountId, definitionId, id, label, position }) => {
      const definition = definitions.get({ accountId, id: definitionId });
      const option = definition.options.find((one) => one.id === id);
      if (option === undefined) throw problem('not_found', 'No such option.');
      const edited = { ...option, label: label ?? option.label, position: position ?? option.position };
      withOption(definition, definition.options.map((one) => (one.id === id ? edited : one)));
      return edited;
    },
    deleteCustomFieldOption: ({ accountId, definitionId, id }) => {
      const definition = definitions.get({ accountId, id: definitionId });
      if (!definition.options.some((one) => one.id === id)) throw problem('not_found', 'No such option.');
      withOption(definition, definition.options.filter((one) => one.id !== id));
      return { deleted: true };
    },
    listCustomFields: (input) => fields.list(input),
    getCustomField: (input) => fields.get(input),
    putCustomField: (input) => {
      known(input);
      const before = valueOf(input);
      if (before === undefined && input.mustExist) throw problem('not_found', 'No such value.');
      return fields.put({ ...(before ?? made()), accountId: input.accountId, entityType: input.entityType, entityId: input.entityId, apiSlug: input.apiSlug || 'colour', definitionId: definitions.of(input.accountId)[0]?.id ?? newId(), valueJson: input.valueJson, displayValue: input.valueJson, revision: (before?.revision ?? 0) + 1 });
    },
    deleteCustomField: (input) => {
      const row = input.id === '' ? valueOf(input) : fields.find(input.accountId, input.id);
      if (row === undefined) throw problem('not_found', 'No such value.');
      return fields.remove(row);
    },
  };
};
