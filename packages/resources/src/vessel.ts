import type { Vessel } from '@landfall/contracts/gen/shipment/v1/place';
import { at, flag, label, listOf, moment, objectOf, orNull, real, text } from './json.js';
import { resource } from './resource.js';

export interface Position {
  latitude: number;
  longitude: number;
  timestamp: Date | undefined;
  estimated: boolean;
  heading: number | undefined;
}

/** A vessel, and its positions where somebody asked for them. */
export type VesselSeen = Vessel & { positions?: readonly Position[] };

const degrees = orNull(real);

export const vessel = resource<VesselSeen>('vessel', {
  fields: {
    name: text,
    imo: label,
    mmsi: label,
    latitude: degrees,
    longitude: degrees,
    nautical_speed_knots: degrees,
    navigational_heading_degrees: degrees,
    position_timestamp: moment,
    positions: listOf(objectOf({ latitude: real, longitude: real, timestamp: moment, estimated: flag, heading: degrees })),
  },
  sometimes: ['positions'],
  attributes: (v) => ({
    name: v.name,
    imo: v.imo ?? null,
    mmsi: v.mmsi ?? null,
    latitude: v.latitude ?? null,
    longitude: v.longitude ?? null,
    nautical_speed_knots: v.nauticalSpeedKnots ?? null,
    navigational_heading_degrees: v.navigationalHeadingDegrees ?? null,
    position_timestamp: at(v.positionTimestamp),
    ...(v.positions !== undefined && {
      positions: v.positions.map((p) => ({
        latitude: p.latitude,
        longitude: p.longitude,
        timestamp: at(p.timestamp),
        estimated: p.estimated,
        heading: p.heading ?? null,
      })),
    }),
  }),
});
