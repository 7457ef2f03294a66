const EARTH_RADIUS_KM = 6_371.0088;
const RADIANS = Math.PI / 180;

/** Kilometres between two places on a sphere of the earth's mean radius. */
export const distanceKm = (fromLat: number, fromLon: number, toLat: number, toLon: number): number => {
  const halfLat = Math.sin(((toLat - fromLat) * RADIANS) / 2);
  const halfLon = Math.sin(((toLon - fromLon) * RADIANS) / 2);
  const chord = halfLat * halfLat + Math.cos(fromLat * RADIANS) * Math.cos(toLat * RADIANS) * halfLon * halfLon;
  return 2 * EARTH_RADIUS_KM * Math.asin(Math.min(1, Math.sqrt(chord)));
};
