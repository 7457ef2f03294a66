import { accountClient } from '@landfall/clients/account';
import { cpuMsOf } from '@landfall/testkit/cost';
import { figuresTable, measured, type Figure } from '@landfall/testkit/figures';
import { freePort } from '@landfall/testkit/free-port';
import { serviceProcess } from '@landfall/testkit/service-process';
import { testBus } from '@landfall/testkit/test-bus';
import { testMongo } from '@landfall/testkit/test-mongo';
import { MASTER_KEY } from '../test/fakes.js';
import { login, PASSWORD, redeem, refreshWith } from '../test/http/world.js';

// The service runs in a process of its own, so that its ticks are those of refreshes and not of the load or the store.
const REFRESHES = Number(process.env['BENCH_REFRESHES'] ?? '1000');

const [store, bus] = await Promise.all([testMongo(), testBus()]);
const [httpPort, grpcPort] = [await freePort(), await freePort()];
const uri = new URL(store.uri);
uri.pathname = `/${store.database}`;
const origin = `http://localhost:${httpPort}`;
const service = await serviceProcess('oauth', { MONGODB_URI: uri.href, NATS_URL: bus.url, HTTP_PORT: String(httpPort), GRPC_PORT: String(grpcPort), PUBLIC_URL: origin, DATA_ENCRYPTION_KEY: MASTER_KEY, LOG_LEVEL: 'silent', TOKEN_LIMIT: '100000000' });

interface Chain {
  readonly clientId: string;
  refresh: string;
}

const began = async (): Promise<Chain> => {
  const done = await login({ origin });
  return { clientId: done.clientId, refresh: (await redeem(origin, done)).refresh };
};

const next = async (chain: Chain): Promise<void> => {
  const { status, body, refresh } = await refreshWith(origin, chain.clientId, chain.refresh);
  if (status !== 200) throw new Error(`${status} ${JSON.stringify(body)}`);
  chain.refresh = refresh;
};

/** Each at a time refreshes a login of its own, as clients do. */
const measure = async (atOnce: number): Promise<Figure> => {
  const chains = await Promise.all(Array.from({ length: atOnce }, began));
  const idle = [...chains];
  const one = async () => {
    const chain = idle.pop() as Chain;
    await next(chain);
    idle.push(chain);
  };
  for (let n = 0; n < 100; n += 1) await one();
  const before = cpuMsOf(service.pid);
  const figure = await measured('', REFRESHES, atOnce, one);
  return { ...figure, what: `refresh, ${atOnce} at once: ${((cpuMsOf(service.pid) - before) / REFRESHES).toFixed(2)} ms CPU each` };
};

try {
  const accounts = accountClient(`127.0.0.1:${grpcPort}`);
  const { id: accountId } = await accounts.createAccount({ name: 'Acme' });
  await accounts.createUser({ accountId, email: 'ann@acme.example', password: PASSWORD });
  accounts.close();
  process.stdout.write(`${figuresTable([await measure(1), await measure(10)])}\n`);
} finally {
  await service.stop();
  await bus.stop();
  await store.stop();
}
