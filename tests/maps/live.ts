import { setTimeout as pause } from 'node:timers/promises';
import { SCENARIO_NAMES } from '../../services/sandbox-carrier/src/domain/scenarios.js';
import type { MapGeojson } from '@landfall/resources/map-geojson';
import { linked, track } from '../e2e/harness/client.js';
import { landfall } from '../e2e/harness/landfall.js';
import { rfc7946Faults } from './harness/faults.js';

/**
 * `pnpm --filter @landfall/test-maps live`: the whole product on one machine, every scenario through its public door,
 * its map read again and again while the sandbox clock plays, slowly enough to meet every phase. Prints what was met; exits 1 when one map was not valid.
 */
const PLAYS_MS = Number(process.env['LIVE_MS'] ?? '180000');
const EVERY_MS = 400;

const running = await landfall({ env: { LOG_LEVEL: 'warn', SANDBOX_SPEED: '28800', RATE_LIMIT_OTHER: '100000' } });
const requests = new Map<string, string>();
const met = new Map<string, { maps: number; types: Set<string>; faults: string[]; predictions: number }>();
try {
  for (const scenario of SCENARIO_NAMES) {
    requests.set(scenario, (await track(running, scenario)).data.id);
    met.set(scenario, { maps: 0, types: new Set(), faults: [], predictions: 0 });
  }
  for (const until = Date.now() + PLAYS_MS; Date.now() < until; await pause(EVERY_MS)) {
    for (const [scenario, id] of requests) {
      const [shipment] = linked((await running.call('GET', `/tracking_requests/${id}`)).data, 'tracked_object');
      if (!shipment) continue;
      const { data } = await running.call('GET', `/shipments/${shipment.id}`);
      const seen = met.get(scenario);
      if (!seen) continue;
      if (data.attributes['eta_prediction'] !== null) seen.predictions += 1;
      const [container] = linked(data, 'containers');
      if (!container) continue;
      const map = (await running.call('GET', `/containers/${container.id}/map_geojson`)) as unknown as MapGeojson;
      seen.maps += 1;
      map.features.forEach(({ properties }) => seen.types.add(String(properties['feature_type'])));
      seen.faults.push(...rfc7946Faults(map));
    }
  }
  console.table(Object.fromEntries([...met].map(([scenario, { maps, types, faults, predictions }]) => [scenario, { maps, faults: faults.length, 'with eta_prediction': predictions, types: [...types].join(' ') }])));
  if ([...met.values()].some(({ faults }) => faults.length > 0)) process.exitCode = 1;
} finally {
  await running.stop();
}
