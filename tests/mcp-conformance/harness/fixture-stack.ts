import { randomBytes } from 'node:crypto';
import { load as loadApi } from '@landfall/api-gateway/config';
import { wire as wireApi } from '@landfall/api-gateway/wire';
import { load as loadTools } from '@landfall/mcp-gateway/config';
import { wire as wireTools } from '@landfall/mcp-gateway/wire';
import { load as loadOauth } from '@landfall/oauth/config';
import { wire as wireOauth } from '@landfall/oauth/wire';
import { freePort } from '@landfall/testkit/free-port';
import { testBus } from '@landfall/testkit/test-bus';
import { testMongo } from '@landfall/testkit/test-mongo';
import { until } from '@landfall/testkit/until';
import { newAccount } from '../../e2e/harness/new-account.js';
import { fixtureAnswers } from '../fixtures/answers.js';

export interface FixtureStack {
  readonly origin: string;
  readonly key: string;
  stop(): Promise<void>;
}

/** The real gateway in front, the real door of the tool server with the real oauth behind it, and the suite's names for tools. */
export const fixtureStack = async (): Promise<FixtureStack> => {
  const [store, bus] = await Promise.all([testMongo(), testBus()]);
  const [apiPort, toolPort, oauthPort, oauthGrpcPort] = [await freePort(), await freePort(), await freePort(), await freePort()];
  const uri = new URL(store.uri);
  uri.pathname = `/${store.database}`;
  const origin = `http://127.0.0.1:${apiPort}`;
  const shared = { NATS_URL: bus.url, HEALTH_PORT: '0', LOG_LEVEL: 'error', PUBLIC_URL: origin, OAUTH_GRPC_URL: `127.0.0.1:${oauthGrpcPort}`, RATE_LIMIT_OTHER: '100000' };
  const services = [
    wireOauth(loadOauth({ ...shared, MONGODB_URI: uri.href, HTTP_PORT: String(oauthPort), GRPC_PORT: String(oauthGrpcPort), DATA_ENCRYPTION_KEY: randomBytes(32).toString('base64') })),
    wireTools(loadTools({ ...shared, HTTP_PORT: String(toolPort) }), fixtureAnswers),
    wireApi(loadApi({ ...shared, HTTP_PORT: String(apiPort), OAUTH_HTTP_URL: `http://127.0.0.1:${oauthPort}`, MCP_GATEWAY_HTTP_URL: `http://127.0.0.1:${toolPort}` })),
  ];
  for (const service of services) await service.start();
  await until('the gateway answers', () => fetch(`${origin}/mcp`).then(({ status }) => status === 401));
  const { apiKey: key } = await newAccount(shared.OAUTH_GRPC_URL, 'Suite', ['read', 'write']);
  return {
    origin,
    key,
    stop: async () => {
      for (const service of services.reverse()) await service.stop();
      await bus.stop();
      await store.stop();
    },
  };
};
