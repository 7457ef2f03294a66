const EARTH_RADIUS_KM = 6_371.0088;
const RADIANS = Math.PI / 180;

/** Kilometres between two places on a sphere of the earth's mean radius. */
export const distanceKm = (fromLat: number, fromLon: number, toLat: number, toLon: number): number => {
  const halfLat = Math.sin(((toLat - fromLat) * RADIANS) / 2);
  const halfLon = Math.sin(((toLon - fromLon) * RADIANS) / 2);
  const chord = halfLat * halfLat + Math.cos(fromLat * RADIANS) * Math.cos(toLat * RADIANS) * halfLon * halfLon;
  return 2 * EARTH_RADIUS_KM * Math.asin(Math.min(1, Math.sqrt(chord)));
};

type Located = { latitude: number | null; longitude: number | null };

/** Those within a distance, closest first; what has no place on the map is nowhere near. */
export const byDistance = <Row extends Located>(rows: readonly Row[], latitude: number, longitude: number, withinKm: number): readonly Row[] =>
  rows
    .flatMap((row) => (row.latitude === null || row.longitude === null ? [] : [{ row, away: distanceKm(latitude, longitude, row.latitude, row.longitude) }]))
    .filter(({ away }) => away <= withinKm)
    .sort((a, b) => a.away - b.away)
    .map(({ row }) => row);
