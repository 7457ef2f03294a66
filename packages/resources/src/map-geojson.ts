import type { VesselPosition } from '@landfall/contracts/gen/event_ingest/v1/facts';
import type { ContainerMap, MapLeg, MapStop } from '@landfall/contracts/gen/shipment/v1/map';
import { at, type Json } from './json.js';

export type Position = readonly [longitude: number, latitude: number];

/** Cuts a line at the antimeridian, whose longitudes may jump there or run on past 180. */
export type Cut = (line: readonly Position[]) => readonly (readonly Position[])[];

type Properties = Readonly<Record<string, Json>>;
type Feature = { type: 'Feature'; geometry: { type: string; coordinates: Json }; properties: Properties };

export type MapGeojson = { type: 'FeatureCollection'; features: Feature[] };

// A ten-millionth of a degree is a centimetre, and of a route nobody knows so much.
const DECIMALS = 5;

const rounded = ([longitude, latitude]: Position): Position => [Number(longitude.toFixed(DECIMALS)), Number(latitude.toFixed(DECIMALS))];

const feature = (type: string, coordinates: Json, properties: Properties): Feature => ({ type: 'Feature', geometry: { type, coordinates }, properties });

/** RFC 7946 wants no line across the antimeridian, our interface wants LineStrings: so one feature a side. */
const lines = (line: readonly Position[], cut: Cut, properties: Properties): Feature[] =>
  cut(line)
    .map((piece) => piece.map(rounded))
    .filter(({ length }) => length > 1)
    .map((piece) => feature('LineString', piece, { ...properties, point_count: piece.length }));

const pairs = (numbers: readonly number[]): Position[] => Array.from({ length: Math.floor(numbers.length / 2) }, (_, index) => [numbers[index * 2] ?? 0, numbers[index * 2 + 1] ?? 0]);

const port = (stop: MapStop, index: number, { stops, updatedAt }: ContainerMap): Feature =>
  feature('Point', rounded([stop.longitude, stop.latitude]), {
    feature_type: 'port',
    ports_sequence: index + 1,
    ports_total: stops.length,
    location_id: stop.locationId,
    location_type: stop.locationType,
    name: stop.name,
    state_abbr: stop.stateAbbr ?? null,
    state: stop.state ?? null,
    country_code: stop.countryCode,
    country: stop.country,
    time_zone: stop.timeZone,
    inbound_eta_at: at(stop.inboundEtaAt),
    inbound_ata_at: at(stop.inboundAtaAt),
    outbound_etd_at: at(stop.outboundEtdAt),
    outbound_atd_at: at(stop.outboundAtdAt),
    label: stop.label || null,
    updated_at: at(updatedAt),
  });

type Ends = { leg: MapLeg; start: MapStop; end: MapStop };

const track = ({ leg, start, end }: Ends, seen: readonly VesselPosition[], cut: Cut): Feature[] => {
  const [first, last] = [seen[0], seen.at(-1)];
  if (!first?.at || !last?.at) return [];
  return lines(seen.map(({ longitude, latitude }) => [longitude, latitude]), cut, {
    feature_type: 'past_vessel_locations',
    ports_sequence: leg.fromSequence,
    vessel_id: leg.vesselId ?? null,
    start_time: first.at.toISOString(),
    end_time: last.at.toISOString(),
    outbound_atd_at: at(start.outboundAtdAt),
    inbound_ata_at: at(end.inboundAtaAt),
    inbound_eta_at: at(end.inboundEtaAt),
  });
};

const portOf = (side: string, stop: MapStop, more: Properties): Properties =>
  Object.fromEntries(
    Object.entries({
      id: stop.locationId,
      name: stop.name,
      state_abbr: stop.stateAbbr ?? null,
      state: stop.state ?? null,
      country_code: stop.countryCode,
      country: stop.country,
      label: stop.label || null,
      time_zone: stop.timeZone,
      ...more,
    }).map(([name, value]) => [`${side}_port_${name}`, value]),
  );

const currentVessel = ({ leg, start, end }: Ends): Feature[] => {
  const { vessel } = leg;
  if (vessel?.longitude === undefined || vessel.latitude === undefined) return [];
  const properties: Properties = {
    feature_type: 'current_vessel',
    ports_sequence: leg.fromSequence,
    vessel_id: leg.vesselId ?? null,
    vessel_name: vessel.name,
    vessel_imo: vessel.imo ?? null,
    voyage_number: leg.voyageNumber ?? null,
    vessel_location_timestamp: at(vessel.positionTimestamp),
    vessel_location_heading: vessel.navigationalHeadingDegrees ?? null,
    vessel_location_speed: vessel.nauticalSpeedKnots ?? null,
    ...portOf('departure', start, { atd: at(start.outboundAtdAt) }),
    ...portOf('arrival', end, { eta: at(end.inboundEtaAt) }),
  };
  return [feature('Point', rounded([vessel.longitude, vessel.latitude]), properties)];
};

const partialLeg = ({ leg, start, end }: Ends, cut: Cut): Feature[] =>
  lines(pairs(leg.remainingLine), cut, { feature_type: 'estimated_partial_leg', ports_sequence: leg.fromSequence, current_port_id: start.locationId, next_port_id: end.locationId });

const fullLeg = ({ leg, start, end }: Ends, cut: Cut): Feature[] =>
  lines(pairs(leg.fullLine), cut, { feature_type: 'estimated_full_legs', ports_sequence: leg.fromSequence, previous_port_id: start.locationId, next_port_id: end.locationId });

const legFeatures = (ends: Ends, seen: readonly VesselPosition[], cut: Cut): Feature[] => {
  const known = [...track(ends, seen, cut), ...currentVessel(ends), ...partialLeg(ends, cut)];
  // Of a leg on which no ship was heard the way between its ports is all that can be drawn.
  return known.length > 0 ? known : fullLeg(ends, cut);
};

/** The map of a container; `tracks` holds where the ship of each leg was, in the order of the legs. */
export const mapGeojson = (map: ContainerMap, tracks: readonly (readonly VesselPosition[])[], cut: Cut): MapGeojson => {
  const legs = map.legs.flatMap((leg, index) => {
    const [start, end] = [map.stops[leg.fromSequence - 1], map.stops[leg.toSequence - 1]];
    return start && end ? legFeatures({ leg, start, end }, tracks[index] ?? [], cut) : [];
  });
  return { type: 'FeatureCollection', features: [...map.stops.map((stop, index) => port(stop, index, map)), ...legs] };
};
