export type SeaPoint = { longitude: number; latitude: number };

/** Longitude first, as in GeoJSON; longitudes of a line run on past 180 instead of jumping. */
export type SeaLine = readonly (readonly [longitude: number, latitude: number])[];

export type SeaWay = { line: SeaLine; distanceNm: number; at: (nm: number) => SeaPoint & { headingDegrees: number } };

/** The sea, as the rules ask about it. */
export type Sea = {
  /** The way between two ports; null when every passage is shut. */
  way: (from: SeaPoint, to: SeaPoint) => SeaWay | null;
  /** What is left of it for a ship, or the way from where the ship is when it chose another one. */
  wayAhead: (from: SeaPoint, to: SeaPoint, ship: SeaPoint) => SeaWay | null;
  distanceNm: (from: SeaPoint, to: SeaPoint) => number;
};
