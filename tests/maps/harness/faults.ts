import { getIssues } from '@placemarkio/check-geojson';
import type { MapGeojson } from '@landfall/resources/map-geojson';

// RFC 7946 section 3.1.9, which the validator does not look at: no line may cross the antimeridian.
const jumps = ({ features }: MapGeojson): string[] =>
  features.flatMap(({ geometry }, index) => {
    if (geometry.type !== 'LineString') return [];
    const line = geometry.coordinates as unknown as [number, number][];
    return line.some(([longitude], at) => Math.abs(longitude - (line[at - 1]?.[0] ?? longitude)) >= 180) ? [`feature ${index} jumps over half a turn`] : [];
  });

const outside = ({ features }: MapGeojson): string[] =>
  features.flatMap(({ geometry }, index) => {
    const all = (geometry.type === 'Point' ? [geometry.coordinates] : geometry.coordinates) as unknown as [number, number][];
    return all.some(([longitude, latitude]) => Math.abs(longitude) > 180 || Math.abs(latitude) > 90) ? [`feature ${index} lies outside of the world`] : [];
  });

/** Everything that is wrong with a map by RFC 7946; the foreign validator reads the text as a client would. */
export const rfc7946Faults = (map: MapGeojson): string[] => [...getIssues(JSON.stringify(map)).map(({ message }) => message), ...jumps(map), ...outside(map)];
