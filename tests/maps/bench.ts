import { createServer } from 'node:http';
import { setTimeout as pause } from 'node:timers/promises';
import { cpuMsOf, residentMibOf } from '@landfall/testkit/cost';
import { figuresTable, measured } from '@landfall/testkit/figures';
import { listening } from '@landfall/testkit/listening';
import { until } from '@landfall/testkit/until';
import type { MapGeojson } from '@landfall/resources/map-geojson';
import { linked, track } from '../e2e/harness/client.js';
import { landfall } from '../e2e/harness/landfall.js';

// The whole product on one machine: a container at sea, its map asked for again and again.
const ASKED = Number(process.env['BENCH_MAPS'] ?? '1500');
const AT_ONCE = 16;

const running = await landfall({ env: { LOG_LEVEL: 'warn', RATE_LIMIT_OTHER: '100000000', AIS_EVERY_MS: '100' } });
const memory = () => running.parts().map(({ name, pid }) => `${name} ${residentMibOf(pid).toFixed(0)} MiB`).join(', ');
const before = memory();
const cpu = () => running.parts().map(({ name, pid }) => ({ name, ms: cpuMsOf(pid) }));
try {
  const { data: request } = await track(running, 'TEST-DIRECT');
  const shipment = await until('it is tracked', async () => linked((await running.call('GET', `/tracking_requests/${request.id}`)).data, 'tracked_object')[0], 30_000);
  const { data } = await running.call('GET', `/shipments/${shipment.id}`);
  const [container] = linked(data, 'containers');
  const path = `/containers/${container?.id ?? ''}/map_geojson`;
  const map = () => running.call('GET', path) as unknown as Promise<MapGeojson>;
  const points = ({ features }: MapGeojson) => features.find(({ properties }) => properties['feature_type'] === 'past_vessel_locations')?.properties['point_count'];
  await until('the ship is well under way', async () => Number(points(await map()) ?? 0) >= 6, 60_000, 300);
  await running.call('POST', '/sandbox/clock', { pause: true });
  await pause(1_500);

  const text = JSON.stringify(await map());
  // The same bytes from the plainest server, over the same client: what is left is ours.
  const bare = await listening(createServer((_, res) => res.writeHead(200, { 'content-type': 'application/geo+json' }).end(text)));
  const plain = await measured('bare node:http, the same bytes', ASKED, AT_ONCE, async () => (await fetch(bare.url)).arrayBuffer());
  await measured('unmeasured', 200, AT_ONCE, map);
  const begun = cpu();
  const asked = await measured('GET /containers/{id}/map_geojson', ASKED, AT_ONCE, map);
  const used = cpu().map(({ name, ms }, index) => `${((ms - (begun[index]?.ms ?? 0)) / ASKED).toFixed(2)} ms in ${name}`);
  console.log(`map_geojson through the whole product; ${(JSON.parse(text) as MapGeojson).features.length} features, ${text.length} bytes, ${AT_ONCE} at once\n`);
  console.log(figuresTable([{ ...plain, ratio: 1 }, { ...asked, ratio: asked.perSecond / plain.perSecond }]));
  console.log(`\nCPU of one map: ${used.join(', ')}`);
  console.log(`resident at start: ${before}; after ${ASKED} maps: ${memory()}`);
  await bare.stop();
} finally {
  await running.stop();
}
