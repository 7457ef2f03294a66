import type { AccountServiceServer } from '@landfall/contracts/gen/oauth/v1/oauth';
import { unary } from '@landfall/kit/grpc';
import { problem } from '@landfall/kit/problem';
import type { App } from '../app/index.js';
import { fromCreateApiKey, fromPage, fromUpdateAccount, toAccount, toApiKey, toDemo, toPageInfo, toUser } from '../messages.js';

const found = <Row>(row: Row | undefined, what: string, id: string): Row => {
  if (row === undefined) throw problem('not_found', `No ${what} has the id ${id}.`);
  return row;
};

const accountMethods = (app: App): Pick<AccountServiceServer, 'createAccount' | 'getAccount' | 'listAccounts' | 'updateAccount' | 'ensureDemoAccount'> => ({
  createAccount: unary(async ({ name }) => toAccount(await app.createAccount(name))),
  getAccount: unary(async ({ id }) => toAccount(found(await app.accounts.find(id), 'account', id))),
  listAccounts: unary(async ({ page }) => {
    const list = await app.accounts.list(fromPage(page));
    return { items: list.items.map(toAccount), page: toPageInfo(list) };
  }),
  updateAccount: unary(async (input) => toAccount(await app.updateAccount(input.id, fromUpdateAccount(input)))),
  ensureDemoAccount: unary(async () => toDemo(await app.ensureDemoAccount())),
});

const userMethods = (app: App): Pick<AccountServiceServer, 'createUser' | 'batchGetUsers' | 'listUsers' | 'revokeUser'> => ({
  createUser: unary(async (input) => toUser(await app.createUser(input))),
  batchGetUsers: unary(async ({ accountId, ids }) => {
    const items = (await app.users.findMany(accountId, ids)).map(toUser);
    return { items, page: toPageInfo({ total: items.length }) };
  }),
  listUsers: unary(async ({ accountId, page }) => {
    const list = await app.users.list(accountId, fromPage(page));
    return { items: list.items.map(toUser), page: toPageInfo(list) };
  }),
  revokeUser: unary(async ({ accountId, id }) => toUser(await app.revokeUser(accountId, id))),
});

const apiKeyMethods = (app: App): Pick<AccountServiceServer, 'createApiKey' | 'getApiKey' | 'listApiKeys' | 'revokeApiKey'> => ({
  createApiKey: unary(async (input) => {
    const { key, secret } = await app.createApiKey(fromCreateApiKey(input));
    return toApiKey(key, secret);
  }),
  getApiKey: unary(async ({ accountId, id }) => toApiKey(found(await app.apiKeys.find(accountId, id), 'API key', id))),
  listApiKeys: unary(async ({ accountId, page }) => {
    const list = await app.apiKeys.list(accountId, fromPage(page));
    return { items: list.items.map((key) => toApiKey(key)), page: toPageInfo(list) };
  }),
  revokeApiKey: unary(async ({ accountId, id }) => toApiKey(await app.revokeApiKey(accountId, id))),
});

export const accountService = (app: App): AccountServiceServer => ({ ...accountMethods(app), ...userMethods(app), ...apiKeyMethods(app) });
