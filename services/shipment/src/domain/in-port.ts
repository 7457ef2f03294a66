import type { SeaPoint } from './sea-way.js';

// A ship that hardly moves within some miles of its port has come in, whether the carrier has said so or not.
const IN_PORT_NM = 8;
const AT_REST_KNOTS = 0.5;

export type Moving = SeaPoint & { speedKnots?: number };

/** A ship that does not say how fast it is, is taken to lie where it is. */
export const isInPort = (ship: Moving, port: SeaPoint, distanceNm: (from: SeaPoint, to: SeaPoint) => number): boolean =>
  (ship.speedKnots ?? 0) <= AT_REST_KNOTS && distanceNm(ship, port) <= IN_PORT_NM;
