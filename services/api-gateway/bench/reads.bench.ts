import { fork } from 'node:child_process';
import { createServer } from 'node:http';
import autocannon, { type Result } from 'autocannon';
import express from 'express';
import { besideFirst, figuresTable, type Figure } from '@landfall/testkit/figures';
import { Container } from '@landfall/contracts/gen/shipment/v1/shipment';
import { nameId } from '@landfall/kit/identity';
import { ALPHA, idOf, KEYS } from '../test/fakes/world.js';
import { rig } from '../test/harness.js';

// D-72. The load comes from another process, so that it is not the load that is measured.
const SECONDS = Number(process.env['BENCH_SECONDS'] ?? '6');
const CONNECTIONS = 32;
const COLD_ROWS = 100_000;

interface Shot {
  what: string;
  url: string;
  headers?: Record<string, string>;
  /** Every id different: the last part of the path counts. */
  paths?: number;
  expects: number;
}

const shoot = ({ url, headers = {}, paths }: Shot): Promise<Result> =>
  autocannon({
    url, connections: CONNECTIONS, duration: SECONDS,
    requests: [{ method: 'GET', headers }],
    ...(paths !== undefined && { requests: Array.from({ length: paths }, (_, n) => ({ method: 'GET' as const, path: `/v2/containers/${nameId('cold', String(n))}`, headers })) }),
  });

if (process.argv[2] === 'load') {
  process.on('message', (shot: Shot) => {
    void shoot(shot).then((result) => process.send?.({ perSecond: result.requests.average, p50Ms: result.latency.p50, p99Ms: result.latency.p99, statuses: result.statusCodeStats, errors: result.errors }));
  });
} else {
  const load = fork(new URL(import.meta.url), ['load'], { execArgv: process.execArgv });
  const measure = async (shot: Shot): Promise<Figure> => {
    const done = new Promise<{ perSecond: number; p50Ms: number; p99Ms: number; statuses: Record<string, unknown>; errors: number }>((resolve) => load.once('message', resolve as (value: unknown) => void));
    load.send(shot);
    const { statuses, errors, ...figures } = await done;
    const strange = Object.keys(statuses).filter((status) => Number(status) !== shot.expects);
    if (strange.length > 0 || errors > 0) throw new Error(`${shot.what}: answered ${strange.join()} with ${errors} errors, not ${shot.expects} alone.`);
    return { what: shot.what, ...figures };
  };

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

  // The same bytes from the plainest handler that Express 5 can have.
  const bare = express().disable('x-powered-by').disable('etag').get(path, (_req, res) => {
    res.setHeader('Content-Type', 'application/vnd.api+json');
    res.end(warm.bytes);
  });
  const server = createServer(bare);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as { port: number };

  const shots: Shot[] = [
    { what: 'bare Express 5, the same bytes', url: `http://127.0.0.1:${port}${path}`, headers, expects: 200 },
    { what: 'warm GET /containers/{id} (goal ≥ 0.60)', url: `${at.url}${path}`, headers, expects: 200 },
    { what: '304 (goal ≥ 0.80)', url: `${at.url}${path}`, headers: { ...headers, 'if-none-match': tag }, expects: 304 },
    { what: 'cold GET, every id different (goal ≥ 300/s)', url: at.url, headers, paths: 20_000, expects: 200 },
  ];
  const figures: Figure[] = [];
  // Once unmeasured, so that the first row is not the one that warms the compiler for the others.
  for (const shot of shots.slice(0, 3)) await measure(shot);
  // The list first: the fake owner looks through all rows, a real one through an index.
  addRows(0, 29);
  const listed = await measure(list);
  addRows(29, COLD_ROWS);
  for (const shot of shots) figures.push(await measure(shot));
  figures.push(listed);
  console.log(`\nReads through the gateway; ${warm.bytes.length} bytes, ${CONNECTIONS} connections, ${SECONDS} s each, fake owners and the bus in the same machine\n`);
  console.log(figuresTable(besideFirst(figures)));
  load.kill();
  server.close();
  server.closeAllConnections();
  await at.stop();
}
