import { cpuMsOf } from '@landfall/testkit/cost';
import { freePort } from '@landfall/testkit/free-port';
import { serviceProcess, type ServiceProcess } from '@landfall/testkit/service-process';
import { testBus } from '@landfall/testkit/test-bus';
import { besideFirst, figuresTable, measured } from '@landfall/testkit/figures';
import { ALPHA, fakeOwners, idOf, KEYS, newWorld } from '../test/fakes/world.js';
import { bearer, envelope, MODERN } from '../test/harness.js';

// The server runs in a process of its own, so that its ticks are those of calls and not of the load or the owners.
const CALLS = Number(process.env['BENCH_CALLS'] ?? '2000');
const AT_ONCE = 10;

const bus = await testBus();
const owners = fakeOwners(newWorld());
await owners.server.start();
const addresses = Object.fromEntries(['TRACKING_REQUEST', 'SHIPMENT', 'EVENT_INGEST', 'WEBHOOK_DISPATCH', 'OAUTH'].map((name) => [`${name}_GRPC_URL`, `127.0.0.1:${owners.server.port()}`]));

interface Gateway extends ServiceProcess {
  origin: string;
}

const gateway = async (name: string): Promise<Gateway> => {
  const port = await freePort();
  const running = await serviceProcess(name, { ...addresses, NATS_URL: bus.url, HTTP_PORT: String(port), LOG_LEVEL: 'silent', RATE_LIMIT_OTHER: '100000000' });
  return { ...running, origin: `http://127.0.0.1:${port}` };
};

const tools = await gateway('mcp-gateway');
const rest = await gateway('api-gateway');

const call = async (name: string, args: object, isModern: boolean): Promise<void> => {
  const params = { name, arguments: args, ...(isModern && { _meta: envelope }) };
  const response = await fetch(`${tools.origin}/mcp`, {
    method: 'POST', body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/call', params }),
    headers: { 'content-type': 'application/json', accept: 'application/json, text/event-stream', ...bearer(KEYS.alpha), ...(isModern && { 'mcp-protocol-version': MODERN, 'mcp-method': 'tools/call', 'mcp-name': name }) },
  });
  const text = await response.text();
  if (response.status !== 200 || text.includes('"isError":true')) throw new Error(`${name}: ${response.status} ${text.slice(0, 200)}`);
};

const read = async (path: string): Promise<void> => {
  const response = await fetch(`${rest.origin}/v2${path}`, { headers: { authorization: `Token ${KEYS.alpha}` } });
  const text = await response.text();
  if (response.status !== 200) throw new Error(`${path}: ${response.status} ${text.slice(0, 200)}`);
};

const measure = async (what: string, of: Gateway, one: (n: number) => Promise<void>) => {
  for (let n = 0; n < 1_000; n += 1) await one(n);
  const before = cpuMsOf(of.pid);
  const figure = await measured(what, CALLS, AT_ONCE, one);
  return { ...figure, what: `${what}: ${((cpuMsOf(of.pid) - before) / CALLS).toFixed(2)} ms CPU` };
};

// Each kind of read asks for twelve containers in turn, so that neither door answers one row for ever.
const ids = Array.from({ length: 12 }, (_, n) => idOf(ALPHA, 'container', n + 1));
const id = (n: number): string => ids[n % ids.length] ?? '';
try {
  const figures = [
    await measure('REST: a container with shipment and terminal', rest, (n) => read(`/containers/${id(n)}?include=shipment,pod_terminal`)),
    await measure('tool: the same, 2026-07-28', tools, (n) => call('get_container', { id: id(n) }, true)),
    await measure('tool: the same, up to 2025-11-25', tools, (n) => call('get_container', { id: id(n) }, false)),
    await measure('tool: the same as JSON:API', tools, (n) => call('get_container', { id: id(n), format: 'raw' }, true)),
    await measure('REST: a list of 10 containers', rest, () => read('/containers?include=shipment,pod_terminal&page[size]=10')),
    await measure('tool: the same', tools, () => call('list_containers', {}, true)),
  ];
  process.stdout.write(`${figuresTable(besideFirst(figures))}\n`);
} finally {
  await tools.stop();
  await rest.stop();
  await owners.server.stop();
  await bus.stop();
}
