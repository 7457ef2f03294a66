import { AccountServiceService, PrincipalServiceService } from '@landfall/contracts/gen/oauth/v1/oauth';
import { bus } from '@landfall/kit/bus';
import { grpcServer, tlsOf } from '@landfall/kit/grpc';
import { health } from '@landfall/kit/health';
import { newId } from '@landfall/kit/identity';
import { service, type Service } from '@landfall/kit/lifecycle';
import { logger } from '@landfall/kit/log';
import { mongo } from '@landfall/kit/mongo';
import { relay } from '@landfall/kit/outbox';
import { tracing } from '@landfall/kit/trace';
import { app } from './app/index.js';
import type { Config } from './config.js';
import { credentials } from './outside/credentials.js';
import { passwords } from './outside/passwords.js';
import { accountService } from './rpc/account-service.js';
import { principalService } from './rpc/principal-service.js';
import { accounts } from './store/accounts.js';
import { apiKeys } from './store/api-keys.js';
import { users } from './store/users.js';

const NAME = 'oauth';

/** The only place that constructs: backs → app → doors. */
export const wire = (config: Config): Service => {
  const log = logger(NAME, config.LOG_LEVEL);
  const store = mongo({ uri: config.MONGODB_URI, database: NAME, log });
  const nats = bus({ url: config.NATS_URL, name: NAME, log, replicas: config.NATS_REPLICAS });
  const db = store.connection;

  const around = { now: () => new Date(), newId };
  const ports = { accounts: accounts(db), users: users(db), apiKeys: apiKeys(db), passwords: passwords(), credentials: credentials(), around };
  const use = app(ports, { demoAccount: config.DEMO_ACCOUNT });

  const services = [[PrincipalServiceService, principalService(use)], [AccountServiceService, accountService(use)]] as const;
  return service(NAME, log, [
    tracing(),
    health({ host: config.BIND_HOST, port: config.HEALTH_PORT, ready: { mongo: store.ready, nats: nats.ready } }),
    store,
    nats,
    relay({ connection: db, bus: nats, log, service: NAME }),
    grpcServer({ host: config.BIND_HOST, port: config.GRPC_PORT, services, log, service: NAME, tls: tlsOf(config) }),
  ]);
};
