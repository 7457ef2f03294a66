import { mkdirSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { drawer } from './harness/drawing.js';
import { mapsOn, play } from './harness/playing.js';

// `pnpm --filter @landfall/test-maps draw [folder]`: the maps of docs/maps.md, to be looked at after a change.
const FOLDER = process.argv[2] ?? fileURLToPath(new URL('../../docs/maps/', import.meta.url));

const SHOWN: [scenario: string, day: number, file: string][] = [
  ['TEST-DIRECT', 5, 'direct-before'],
  ['TEST-DIRECT', 18, 'direct-at-sea'],
  ['TEST-TRANSSHIP', 24, 'transship-second-leg'],
  ['TEST-FEEDER', 20, 'feeder-at-sea'],
  ['TEST-RAIL', 16, 'rail-over-the-antimeridian'],
];

mkdirSync(FOLDER, { recursive: true });
const pen = await drawer();
for (const [scenario, day, file] of SHOWN) {
  const [first] = mapsOn(play(scenario), day);
  if (!first) throw new Error(`${scenario} has no container on day ${day}.`);
  await pen.draw(first.geojson, `${scenario}, day ${day}: ${first.status}`, `${FOLDER}/${file}.png`);
  console.log(`${file}.png: ${first.geojson.features.length} features`);
}
await pen.stop();
