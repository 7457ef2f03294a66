import { createServer } from 'node:http';
import { besideFirst, figuresTable, type Figure } from '@landfall/testkit/figures';
import { listening } from '@landfall/testkit/listening';
import { Container } from '@landfall/contracts/gen/shipment/v1/shipment';
import { nameId } from '@landfall/kit/identity';
import { ALPHA, idOf, KEYS } from '../test/fakes/world.js';
import { rig } from '../test/harness.js';
import { bareApp } from './bare-app.js';
import { CONNECTIONS, gun, type Shot } from './load.js';

// The gateway alone, before fake owners: what its own work costs. The real services are measured in real.bench.ts.
const COLD_ROWS = 100_000;

const load = gun();
const at = await rig({ RATE_LIMIT_OTHER: '100000000' });
const path = `/v2/containers/${idOf(ALPHA, 'container')}`;
const headers = { authorization: `Token ${KEYS.alpha}` };
const warm = await at.ask('GET', path);
const tag = warm.headers.get('etag') ?? '';
const list = { what: 'GET /containers, 30 rows', url: `${at.url}/v2/containers`, headers, expects: 200 };
const row = at.world.containers.get({ accountId: ALPHA, id: idOf(ALPHA, 'container') });
const addRows = (from: number, to: number) => {
  for (let n = from; n < to; n += 1) at.world.containers.put(Container.fromPartial({ ...row, id: nameId('cold', String(n)) }));
};

const bare = await listening(createServer(bareApp(path, warm.bytes)));

const shots: Shot[] = [
  { what: 'bare Express 5, the same bytes', url: `${bare.url}${path}`, headers, expects: 200 },
  { what: 'warm GET /containers/{id} [D-72]: ≥ 0.60', url: `${at.url}${path}`, headers, expects: 200 },
  { what: '304 [D-72]: ≥ 0.80', url: `${at.url}${path}`, headers: { ...headers, 'if-none-match': tag }, expects: 304 },
  { what: 'cold GET, every id different [D-72]: ≥ 300/s', url: at.url, headers, paths: Array.from({ length: 20_000 }, (_, n) => `/v2/containers/${nameId('cold', String(n))}`), expects: 200 },
];
const figures: Figure[] = [];
// Once unmeasured, so that the first row is not the one that warms the compiler for the others.
for (const shot of shots.slice(0, 3)) await load.fire(shot);
// The list first: the fake owner looks through all rows, a real one through an index.
addRows(0, 29);
const listed = await load.fire(list);
addRows(29, COLD_ROWS);
for (const shot of shots) figures.push(await load.fire(shot));
figures.push(listed);
console.log(`\nReads through the gateway; ${warm.bytes.length} bytes, ${CONNECTIONS} connections, fake owners and the bus in the same machine\n`);
console.log(figuresTable(besideFirst(figures)));
load.stop();
await bare.stop();
await at.stop();
