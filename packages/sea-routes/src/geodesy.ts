/** Degrees; longitude first, as everywhere in GeoJSON. */
export type LonLat = readonly [longitude: number, latitude: number];

/** Mean radius of the earth in nautical miles. */
export const EARTH_RADIUS_NM = 3_440.0648;

const RADIANS = Math.PI / 180;

/** Into -180 (included) to 180 (left out); what lies there already is not touched by rounding. */
export const wrapLongitude = (longitude: number): number =>
  longitude >= -180 && longitude < 180 ? longitude : ((((longitude + 180) % 360) + 360) % 360) - 180;

/** The same meridian, counted so that it lies within half a turn of another one. */
export const unwrapBeside = (longitude: number, beside: number): number => beside + wrapLongitude(longitude - beside);

export const distanceNm = (fromLon: number, fromLat: number, toLon: number, toLat: number): number => {
  const halfLat = Math.sin(((toLat - fromLat) * RADIANS) / 2);
  const halfLon = Math.sin(((toLon - fromLon) * RADIANS) / 2);
  const chord = halfLat * halfLat + Math.cos(fromLat * RADIANS) * Math.cos(toLat * RADIANS) * halfLon * halfLon;
  return 2 * EARTH_RADIUS_NM * Math.asin(Math.min(1, Math.sqrt(chord)));
};

/** Degrees clockwise from north at the start of the great circle. */
export const bearingDegrees = ([fromLon, fromLat]: LonLat, [toLon, toLat]: LonLat): number => {
  const turn = (toLon - fromLon) * RADIANS;
  const east = Math.sin(turn) * Math.cos(toLat * RADIANS);
  const north =
    Math.cos(fromLat * RADIANS) * Math.sin(toLat * RADIANS) - Math.sin(fromLat * RADIANS) * Math.cos(toLat * RADIANS) * Math.cos(turn);
  return (Math.atan2(east, north) / RADIANS + 360) % 360;
};

/** The place a share of the way along the great circle; its longitude lies beside the start's. */
export const between = (from: LonLat, to: LonLat, share: number): LonLat => {
  const angle = distanceNm(from[0], from[1], to[0], to[1]) / EARTH_RADIUS_NM;
  // Below a few metres the sine is too small to divide by, and a straight line is exact enough.
  if (angle < 1e-6) return [from[0] + (to[0] - from[0]) * share, from[1] + (to[1] - from[1]) * share];

  const near = Math.sin((1 - share) * angle) / Math.sin(angle);
  const far = Math.sin(share * angle) / Math.sin(angle);
  const [fromX, fromY, fromZ] = unitVector(from[0], from[1]);
  const [toX, toY, toZ] = unitVector(to[0], to[1]);
  const x = near * fromX + far * toX, y = near * fromY + far * toY, z = near * fromZ + far * toZ;
  return [unwrapBeside(Math.atan2(y, x) / RADIANS, from[0]), Math.atan2(z, Math.hypot(x, y)) / RADIANS];
};

/** On the unit sphere; straight distances between such points are cheap and never longer than the way over the sea. */
export const unitVector = (longitude: number, latitude: number): readonly [number, number, number] => {
  const ring = Math.cos(latitude * RADIANS);
  return [ring * Math.cos(longitude * RADIANS), ring * Math.sin(longitude * RADIANS), Math.sin(latitude * RADIANS)];
};
