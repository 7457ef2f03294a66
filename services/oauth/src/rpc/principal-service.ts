import type { PrincipalServiceServer } from '@landfall/contracts/gen/oauth/v1/oauth';
import { unary } from '@landfall/kit/grpc';
import type { App } from '../app/index.js';
import { toPrincipal } from '../messages.js';

export const principalService = (app: App): PrincipalServiceServer => ({
  authenticate: unary(async ({ credential, audience }) => toPrincipal(await app.authenticate(credential, audience))),
});
