import { instant, label, listOf, moment, objectOf, orNull, real, text, whole, word, type Schema } from './json.js';

const position: Schema = { type: 'array', items: real, minItems: 2, maxItems: 2 };
const point = objectOf({ type: word('Point'), coordinates: position });
const line = objectOf({ type: word('LineString'), coordinates: { ...listOf(position), minItems: 2 } });

const feature = (kind: string, geometry: Schema, properties: Readonly<Record<string, Schema>>): Schema =>
  objectOf({ type: word('Feature'), geometry, properties: objectOf({ feature_type: word(kind), ...properties }) });

const portOf = (side: string, more: Readonly<Record<string, Schema>>): Record<string, Schema> =>
  Object.fromEntries([
    ...Object.entries({ id: text, name: text, state_abbr: label, state: label, country_code: text, country: text, label, time_zone: text }),
    ...Object.entries(more),
  ].map(([name, schema]) => [`${side}_port_${name}`, schema]));

const port = feature('port', point, {
  ports_sequence: whole,
  ports_total: whole,
  location_id: text,
  location_type: text,
  name: text,
  state_abbr: label,
  state: label,
  country_code: text,
  country: text,
  time_zone: text,
  inbound_eta_at: moment,
  inbound_ata_at: moment,
  outbound_etd_at: moment,
  outbound_atd_at: moment,
  label,
  updated_at: moment,
});

const pastLocations = feature('past_vessel_locations', line, {
  ports_sequence: whole,
  vessel_id: label,
  start_time: instant,
  end_time: instant,
  point_count: whole,
  outbound_atd_at: moment,
  inbound_ata_at: moment,
  inbound_eta_at: moment,
});

const currentVessel = feature('current_vessel', point, {
  ports_sequence: whole,
  vessel_id: label,
  vessel_name: text,
  vessel_imo: label,
  voyage_number: label,
  vessel_location_timestamp: moment,
  vessel_location_heading: orNull(real),
  vessel_location_speed: orNull(real),
  ...portOf('departure', { atd: moment }),
  ...portOf('arrival', { eta: moment }),
});

const partialLeg = feature('estimated_partial_leg', line, { ports_sequence: whole, current_port_id: text, next_port_id: text, point_count: whole });

const fullLegs = feature('estimated_full_legs', line, { ports_sequence: whole, previous_port_id: text, next_port_id: text, point_count: whole });

/** The map GeoJSON document: a FeatureCollection without a wrapper. */
export const mapSchema: Schema = objectOf({ type: word('FeatureCollection'), features: listOf({ anyOf: [port, pastLocations, currentVessel, partialLeg, fullLegs] }) });
