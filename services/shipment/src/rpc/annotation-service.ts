import type { AnnotationServiceServer } from '@landfall/contracts/gen/shipment/v1/annotation';
import type { Page, Filter, Sort } from '@landfall/contracts/gen/common/v1/page';
import { unary } from '@landfall/kit/grpc';
import { problem } from '@landfall/kit/problem';
import type { App } from '../app/index.js';
import { fromDraft, fromEdit, toCustomField, toDefinition, toOption, toParty, toPartyRole } from '../messages/annotations.js';
import { fromPage } from '../messages/answers.js';

// Parties and custom fields come in smaller pages than cargo, as the original's do.
const PAGE = 25;

type List = { accountId: string; page?: Page | undefined; filters?: Filter[]; sort: Sort[]; q?: string };

const query = ({ accountId, page, filters = [], sort, q = '' }: List) => ({ accountId, page: fromPage(page, PAGE), filters, sort, q });

const answered = <Row, Message>({ items, total, nextAfter = '' }: { items: Row[]; total: number; nextAfter?: string }, toMessage: (row: Row) => Message) => ({ items: items.map(toMessage), page: { total, nextAfter } });

type Parties = 'listParties' | 'batchGetParties' | 'createParty' | 'updateParty' | 'listPartyRoles' | 'addPartyRole' | 'removePartyRole';

const parties = ({ parties: store, partyUse }: App): Pick<AnnotationServiceServer, Parties> => ({
  listParties: unary(async (input) => answered(await store.list(query(input)), toParty)),
  batchGetParties: unary(async ({ accountId, ids }) => ({ items: (await store.findMany(accountId, ids)).map(toParty), page: undefined })),
  createParty: unary(async (input) => toParty(await partyUse.addParty(input))),
  updateParty: unary(async (input) => toParty(await partyUse.editParty(input))),
  listPartyRoles: unary(async (entity) => ({ items: (await partyUse.rolesOf(entity)).map(toPartyRole) })),
  addPartyRole: unary(async ({ accountId, entityType, entityId, partyId, role }) => toPartyRole(await partyUse.addRole({ accountId, entityType, entityId }, partyId, role))),
  removePartyRole: unary(async ({ accountId, entityType, entityId, id }) => {
    await partyUse.removeRole({ accountId, entityType, entityId }, id);
    return { deleted: true };
  }),
});

type Definitions =
  | 'listCustomFieldDefinitions' | 'getCustomFieldDefinition' | 'createCustomFieldDefinition' | 'updateCustomFieldDefinition' | 'deleteCustomFieldDefinition'
  | 'createCustomFieldOption' | 'updateCustomFieldOption' | 'deleteCustomFieldOption';

const definitions = ({ definitions: store, fieldUse }: App): Pick<AnnotationServiceServer, Definitions> => ({
  listCustomFieldDefinitions: unary(async (input) => answered(await store.list(query(input)), toDefinition)),
  getCustomFieldDefinition: unary(async ({ accountId, id }) => toDefinition(await fieldUse.found(accountId, id))),
  createCustomFieldDefinition: unary(async (input) => toDefinition(await fieldUse.addDefinition(fromDraft(input)))),
  updateCustomFieldDefinition: unary(async (input) => toDefinition(await fieldUse.editDefinition(input.accountId, input.id, fromEdit(input), input.expectedRevision))),
  deleteCustomFieldDefinition: unary(async ({ accountId, id }) => {
    await fieldUse.removeDefinition(accountId, id);
    return { deleted: true };
  }),
  createCustomFieldOption: unary(async ({ accountId, definitionId, label, value, position }) => toOption(await fieldUse.putOption(accountId, definitionId, { id: '', label, value, position }), definitionId)),
  updateCustomFieldOption: unary(async ({ accountId, definitionId, ...edit }) => toOption(await fieldUse.putOption(accountId, definitionId, edit), definitionId)),
  deleteCustomFieldOption: unary(async ({ accountId, definitionId, id }) => {
    await fieldUse.removeOption(accountId, definitionId, id);
    return { deleted: true };
  }),
});

const values = ({ values: store, fieldUse }: App): Pick<AnnotationServiceServer, 'listCustomFields' | 'getCustomField' | 'putCustomField' | 'deleteCustomField'> => {
  const found = async (accountId: string, id: string) => {
    const value = await store.find(accountId, id);
    if (!value) throw problem('not_found', `No custom field has the id ${id}.`);
    return value;
  };
  return {
    listCustomFields: unary(async (input) => answered(await store.list(query(input)), toCustomField)),
    getCustomField: unary(async ({ accountId, id }) => toCustomField(await found(accountId, id))),
    putCustomField: unary(async (input) => toCustomField(await fieldUse.putValue(input))),
    deleteCustomField: unary(async ({ accountId, id, entityType, entityId, apiSlug }) => {
      await fieldUse.removeValue(id ? await found(accountId, id) : await fieldUse.valueOf({ accountId, entityType, entityId }, apiSlug));
      return { deleted: true };
    }),
  };
};

export const annotationService = (app: App): AnnotationServiceServer => ({ ...parties(app), ...definitions(app), ...values(app) });
