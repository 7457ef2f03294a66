import { AccountServiceService, PrincipalServiceService } from '@landfall/contracts/gen/oauth/v1/oauth';
import { bus } from '@landfall/kit/bus';
import { grpcServer, tlsOf, type Served } from '@landfall/kit/grpc';
import { health } from '@landfall/kit/health';
import { httpServer } from '@landfall/kit/http';
import { newId } from '@landfall/kit/identity';
import { service, type Service } from '@landfall/kit/lifecycle';
import { logger } from '@landfall/kit/log';
import { mongo } from '@landfall/kit/mongo';
import { relay } from '@landfall/kit/relay';
import { tracing } from '@landfall/kit/trace';
import type { Connection } from 'mongoose';
import { app, type App } from './app/index.js';
import type { Ports } from './app/ports.js';
import type { Config } from './config.js';
import { webApp } from './http/web-app.js';
import { clientDocuments } from './outside/client-documents.js';
import { credentials } from './outside/credentials.js';
import { keyPairs } from './outside/key-pairs.js';
import { passwords } from './outside/passwords.js';
import { derivedKey, formTokens, sealing } from './outside/sealing.js';
import { webhooks } from './outside/webhooks.js';
import { accountService } from './rpc/account-service.js';
import { principalService } from './rpc/principal-service.js';
import { accounts } from './store/accounts.js';
import { apiKeys } from './store/api-keys.js';
import { accessTokens, artifacts } from './store/artifacts.js';
import { grants } from './store/grants.js';
import { oauthClients } from './store/oauth-clients.js';
import { signingKeys } from './store/signing-keys.js';
import { throttles } from './store/throttles.js';
import { users } from './store/users.js';

const NAME = 'oauth';
const MINUTE = 60_000, HOUR = 60 * MINUTE;

const backs = (db: Connection, masterKey: string, asked: Ports['webhooks']): Ports => {
  const kept = artifacts(db);
  return {
    accounts: accounts(db),
    users: users(db),
    apiKeys: apiKeys(db),
    artifacts: kept,
    accessTokens: accessTokens(kept),
    grants: grants(db),
    clients: oauthClients(db),
    signingKeys: signingKeys(db),
    throttles: throttles(db),
    passwords: passwords(),
    credentials: credentials(derivedKey(masterKey, 'named')),
    sealing: sealing(masterKey),
    keyPairs: keyPairs(),
    webhooks: asked,
    around: { now: () => new Date(), newId },
  };
};

const doors = (config: Config, use: App, origin: string) =>
  webApp({
    app: use,
    origin,
    log: logger(NAME, config.LOG_LEVEL),
    forms: formTokens(config.DATA_ENCRYPTION_KEY),
    cookieKeys: [derivedKey(config.DATA_ENCRYPTION_KEY, 'cookies').toString('base64url')],
    fetchDocument: clientDocuments(),
    trustedProxies: config.TRUSTED_PROXIES,
    limits: {
      authorize: { most: config.AUTHORIZE_LIMIT, windowMs: MINUTE },
      token: { most: config.TOKEN_LIMIT, windowMs: MINUTE },
      register: { most: config.REGISTER_LIMIT, windowMs: HOUR },
    },
  });

/** The only place that constructs: backs → app → doors. */
export const wire = (config: Config): Service => {
  const log = logger(NAME, config.LOG_LEVEL);
  const store = mongo({ uri: config.MONGODB_URI, database: NAME, log });
  const nats = bus({ url: config.NATS_URL, name: NAME, log, replicas: config.NATS_REPLICAS });
  // An issuer is compared letter by letter, so it has no stray slash.
  const origin = new URL(config.PUBLIC_URL).origin;
  const endpoints = webhooks(config.WEBHOOK_DISPATCH_GRPC_URL, { log, tls: tlsOf(config) });
  const use = app(backs(store.connection, config.DATA_ENCRYPTION_KEY, endpoints), { demoAccount: config.DEMO_ACCOUNT, origin });

  const services: Served[] = [[PrincipalServiceService, principalService(use)], [AccountServiceService, accountService(use)]];
  return service(NAME, log, [
    tracing(),
    health({ host: config.BIND_HOST, port: config.HEALTH_PORT, ready: { mongo: store.ready, nats: nats.ready } }),
    store,
    nats,
    endpoints,
    relay({ connection: store.connection, bus: nats, log, service: NAME }),
    grpcServer({ host: config.BIND_HOST, port: config.GRPC_PORT, services, log, service: NAME, tls: tlsOf(config) }),
    httpServer({ host: config.BIND_HOST, port: config.HTTP_PORT, stopDelayMs: config.STOP_DELAY_MS, app: doors(config, use, origin) }),
  ]);
};
