import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { freePort } from '@landfall/testkit/free-port';
import { testBus } from '@landfall/testkit/test-bus';
import { figuresTable, measured } from '@landfall/testkit/figures';
import { until } from '@landfall/testkit/until';
import { ALPHA, fakeOwners, idOf, KEYS, newWorld } from '../test/fakes/world.js';
import { bearer, envelope, MODERN } from '../test/harness.js';

// The server runs in a process of its own, so that its ticks are those of calls and not of the load or the owners.
const CALLS = Number(process.env['BENCH_CALLS'] ?? '2000');
const AT_ONCE = 10;
const TICK_MS = 10;

const bus = await testBus();
const owners = fakeOwners(newWorld());
await owners.server.start();
const port = await freePort();
const addresses = Object.fromEntries(['TRACKING_REQUEST', 'SHIPMENT', 'EVENT_INGEST', 'WEBHOOK_DISPATCH', 'OAUTH'].map((name) => [`${name}_GRPC_URL`, `127.0.0.1:${owners.server.port()}`]));
const server = spawn(process.execPath, [fileURLToPath(new URL('../dist/main.js', import.meta.url))], { env: { ...process.env, ...addresses, NATS_URL: bus.url, HTTP_PORT: String(port), LOG_LEVEL: 'silent', RATE_LIMIT_OTHER: '100000000' }, stdio: 'ignore' });
const url = `http://127.0.0.1:${port}/mcp`;

/** utime and stime, the 14th and 15th of /proc/<pid>/stat. */
const cpuMs = (): number => {
  const fields = readFileSync(`/proc/${server.pid}/stat`, 'utf8').replace(/^.*\) /, '').split(' ');
  return (Number(fields[11]) + Number(fields[12])) * TICK_MS;
};

const call = async (name: string, args: object, isModern: boolean): Promise<void> => {
  const params = { name, arguments: args, ...(isModern && { _meta: envelope }) };
  const response = await fetch(url, {
    method: 'POST', body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/call', params }),
    headers: { 'content-type': 'application/json', accept: 'application/json, text/event-stream', ...bearer(KEYS.alpha), ...(isModern && { 'mcp-protocol-version': MODERN, 'mcp-method': 'tools/call', 'mcp-name': name }) },
  });
  const text = await response.text();
  if (response.status !== 200 || text.includes('"isError":true')) throw new Error(`${name}: ${response.status} ${text.slice(0, 200)}`);
};

const measure = async (what: string, one: () => Promise<void>) => {
  for (let n = 0; n < 300; n += 1) await one();
  const before = cpuMs();
  const figure = await measured(what, CALLS, AT_ONCE, one);
  return { ...figure, what: `${what}: ${((cpuMs() - before) / CALLS).toFixed(2)} ms CPU a call` };
};

const id = idOf(ALPHA, 'container', 1);
try {
  await until('the tool server answers', () => fetch(url).then(() => true));
  process.stdout.write(`${figuresTable([
    await measure('get_container, 2026-07-28', () => call('get_container', { id }, true)),
    await measure('get_container, up to 2025-11-25', () => call('get_container', { id }, false)),
    await measure('list_containers, 10 rows', () => call('list_containers', {}, true)),
  ])}\n`);
} finally {
  server.kill();
  await owners.server.stop();
  await bus.stop();
}
