import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join, dirname } from 'node:path';
import type * as D3 from 'd3-geo';
import type { MapGeojson } from '@landfall/resources/map-geojson';
import { testBrowser } from '@landfall/testkit/test-browser';
import type { Page } from 'playwright-core';
import { feature } from 'topojson-client';

const need = createRequire(import.meta.url);
// Its main file is a module for bundlers; a page wants the one that sets a global.
const d3Geo = join(dirname(need.resolve('d3-geo')), '../dist/d3-geo.min.js');
const d3Array = join(dirname(createRequire(need.resolve('d3-geo')).resolve('d3-array')), '../dist/d3-array.min.js');
const topology = JSON.parse(readFileSync(need.resolve('world-atlas/land-50m.json'), 'utf8')) as Parameters<typeof feature>[0];
const land = feature(topology, topology.objects['land'] as never);

const WIDTH = 720, HEIGHT = 400;

type Drawn = { land: unknown; map: MapGeojson; title: string; width: number; height: number };

/** Runs in the page: the map as any client would draw it, feature type by feature type. */
const drawn = ({ land: ground, map, title, width, height }: Drawn): void => {
  const d3 = (globalThis as unknown as { d3: typeof D3 }).d3;
  const middle = d3.geoCentroid(map as never);
  const projection = d3.geoEqualEarth().rotate([-middle[0], 0]).fitExtent([[60, 60], [width - 60, height - 40]], map as never);
  const path = d3.geoPath(projection).pointRadius(5);
  const paint: Record<string, string> = {
    past_vessel_locations: 'fill="none" stroke="#0b5cad" stroke-width="2.5"', estimated_partial_leg: 'fill="none" stroke="#d9480f" stroke-width="2" stroke-dasharray="7 4"',
    estimated_full_legs: 'fill="none" stroke="#6b7280" stroke-width="2" stroke-dasharray="2 4"', port: 'fill="#111827"', current_vessel: 'fill="#d9480f" stroke="#fff" stroke-width="2"',
  };
  const shape = (one: MapGeojson['features'][number]) => `<path ${paint[String(one.properties['feature_type'])] ?? 'stroke="red"'} d="${path(one as never) ?? ''}"/>`;
  const name = ({ geometry, properties }: MapGeojson['features'][number]) => {
    const [x = 0, y = 0] = projection(geometry.coordinates as unknown as [number, number]) ?? [];
    const isFarRight = x > width - 150;
    return `<text x="${isFarRight ? x - 8 : x + 8}" y="${y - 8}" text-anchor="${isFarRight ? 'end' : 'start'}">${String(properties['label'] ?? properties['vessel_name'] ?? '')} ${String(properties['name'] ?? '')}</text>`;
  };
  const points = map.features.filter(({ geometry }) => geometry.type === 'Point');
  document.body.innerHTML = `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" font-family="sans-serif" font-size="13">
    <rect width="100%" height="100%" fill="#e6eff5"/><path d="${path(ground as never) ?? ''}" fill="#d6d3c4" stroke="#b9b5a2" stroke-width=".5"/>
    <path d="${path(d3.geoGraticule10()) ?? ''}" fill="none" stroke="#c9d6df" stroke-width=".5"/>
    ${map.features.map(shape).join('')}<g paint-order="stroke" stroke="#fff" stroke-width="3">${points.map(name).join('')}</g><g>${points.map(name).join('')}</g>
    <text x="12" y="22" font-weight="bold">${title}</text></svg>`;
};

export type Drawer = { draw: (map: MapGeojson, title: string, file: string) => Promise<void>; stop: () => Promise<void> };

/** Headless Chromium with d3-geo and the land of Natural Earth; nothing is fetched. */
export const drawer = async (): Promise<Drawer> => {
  const browser = await testBrowser();
  const page: Page = await browser.newPage({ viewport: { width: WIDTH, height: HEIGHT } });
  await page.setContent('<!doctype html><style>body{margin:0}</style><body></body>');
  await page.addScriptTag({ path: d3Array });
  await page.addScriptTag({ path: d3Geo });
  // The compiler names inner functions by a helper that the page has not.
  await page.evaluate('globalThis.__name = (one) => one');
  return {
    draw: async (map, title, file) => {
      await page.evaluate(drawn, { land, map, title, width: WIDTH, height: HEIGHT } as never);
      await page.screenshot({ path: file });
    },
    stop: () => browser.close(),
  };
};
