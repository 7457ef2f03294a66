/** The fields of interface.md, row by row, in its own kinds; a question mark stands for nullable. */
const named = (kind: string, names: string): Record<string, string> => Object.fromEntries(names.split(' ').map((name) => [name, kind]));

export interface Shape {
  readonly fields: Readonly<Record<string, string>>;
  /** Relationship → the types it may lead to; a plus sign for many. */
  readonly relations: Readonly<Record<string, string>>;
  readonly hasSelf?: boolean;
}

const PLACE = 'port metro_area';
const FACILITY = 'terminal rail_terminal';

export const INTERFACE: Readonly<Record<string, Shape>> = {
  tracking_request: {
    fields: {
      ...named('string', 'request_number request_type scac status'), ...named('strings', 'ref_numbers tags'), ...named('datetime', 'created_at updated_at'),
      failed_reason: 'string?', is_retrying: 'boolean', retry_count: 'integer?',
    },
    relations: { tracked_object: 'shipment', customer: 'party' },
  },
  shipment: {
    hasSelf: true,
    fields: {
      ...named('string', 'bill_of_lading_number normalized_number shipping_line_scac shipping_line_name shipping_line_short_name pod_vessel_name pod_vessel_imo pod_voyage_number'),
      // The interface has it as a string; an account that named no customer has none to name.
      customer_name: 'string?',
      ...named('strings', 'ref_numbers tags'), created_at: 'datetime',
      ...named('string?', 'port_of_lading_locode port_of_lading_name port_of_discharge_locode port_of_discharge_name destination_locode destination_name pol_timezone pod_timezone destination_timezone line_tracking_stopped_reason'),
      ...named('datetime?', 'pol_etd_at pol_atd_at pod_eta_at pod_original_eta_at pod_ata_at destination_eta_at destination_ata_at line_tracking_last_attempted_at line_tracking_last_succeeded_at line_tracking_stopped_at'),
    },
    relations: { port_of_lading: 'port', port_of_discharge: 'port', pod_terminal: 'terminal', destination: PLACE, destination_terminal: FACILITY, line_tracking_stopped_by_user: 'user', containers: 'container+' },
  },
  container: {
    fields: {
      ...named('string?', 'number seal_number pod_full_out_chassis_number location_at_pod_terminal pod_timezone final_destination_timezone empty_terminated_timezone pod_rail_carrier_scac ind_rail_carrier_scac'),
      created_at: 'datetime', ref_numbers: 'strings', ...named('string', 'equipment_type equipment_height current_status'), equipment_length: 'number', weight_in_lbs: 'number?',
      // True and false mean something only where availability is known.
      available_for_pickup: 'boolean?', availability_known: 'boolean',
      ...named('datetime?', 'pod_arrived_at pod_discharged_at pod_full_out_at final_destination_full_out_at empty_terminated_at terminal_checked_at pod_last_tracking_request_at shipment_last_tracking_request_at pickup_lfd pickup_appointment_at pod_rail_loaded_at pod_rail_departed_at ind_eta_at ind_ata_at ind_rail_unloaded_at ind_facility_lfd_on'),
      holds_at_pod_terminal: 'holds', fees_at_pod_terminal: 'fees', import_deadlines: 'deadlines',
    },
    relations: { shipment: 'shipment', pickup_facility: FACILITY, pod_terminal: 'terminal', transport_events: 'transport_event+', raw_events: 'raw_event+' },
  },
  transport_event: {
    fields: { event: 'string', created_at: 'datetime', timestamp: 'datetime?', ...named('string?', 'voyage_number location_locode timezone') },
    relations: { shipment: 'shipment', container: 'container', vessel: 'vessel', location: PLACE, terminal: FACILITY },
  },
  raw_event: {
    fields: {
      timestamp: 'datetime', estimated: 'boolean', actual_on: 'date?', ...named('datetime?', 'estimated_at actual_at'),
      // Not every event value is normalized: what is not has none.
      event: 'string?', index: 'integer', original_event: 'string', created_at: 'datetime', ...named('string?', 'voyage_number location_name location_locode vessel_name vessel_imo timezone'),
    },
    relations: { location: PLACE, vessel: 'vessel' },
  },
  vessel: {
    fields: { name: 'string', ...named('string?', 'imo mmsi'), ...named('number?', 'latitude longitude nautical_speed_knots navigational_heading_degrees'), position_timestamp: 'datetime?' },
    relations: {},
  },
  terminal: {
    fields: { name: 'string', ...named('string?', 'nickname firms_code smdg_code bic_facility_code street city state state_abbr zip country') },
    relations: { port: 'port' },
  },
  webhook_notification: {
    fields: { id: 'string', event: 'string', delivery_status: 'string', created_at: 'datetime' },
    relations: { reference_object: '*', webhook: 'webhook', webhook_notification_logs: 'webhook_notification_log+' },
  },
  webhook: {
    fields: { url: 'string', active: 'boolean', events: 'strings', secret: 'string?', headers: 'headers' },
    relations: {},
  },
};

type Values = Record<string, unknown>;

const DATE_TIME = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(\.\d+)?(Z|[+-]\d{2}:\d{2})$/;
const isText = (value: unknown): value is string => typeof value === 'string';
const each = (value: unknown, is: (one: Values) => boolean) => Array.isArray(value) && (value as Values[]).every(is);

const KINDS: Readonly<Record<string, (value: unknown) => boolean>> = {
  string: isText,
  boolean: (value) => typeof value === 'boolean',
  number: (value) => typeof value === 'number',
  integer: Number.isInteger,
  datetime: (value) => isText(value) && DATE_TIME.test(value),
  date: (value) => isText(value) && /^\d{4}-\d{2}-\d{2}$/.test(value),
  strings: (value) => Array.isArray(value) && value.every(isText),
  holds: (value) => each(value, ({ name, description }) => isText(name) && (description === null || isText(description))),
  fees: (value) => each(value, ({ amount, currency_code: currency }) => typeof amount === 'number' && isText(currency)),
  headers: (value) => each(value, ({ name, value: text }) => isText(name) && isText(text)),
  deadlines: (value) => ['pickup_lfd_terminal', 'pickup_lfd_rail', 'pickup_lfd_line'].every((name) => name in (value as Values) && ((value as Values)[name] === null || DATE_TIME.test(String((value as Values)[name])))),
};

const isOf = (kind: string, value: unknown): boolean => (kind.endsWith('?') && value === null) || KINDS[kind.replace('?', '')]?.(value) === true;

interface Row {
  readonly type: string;
  readonly attributes: Values;
  readonly relationships?: Readonly<Record<string, { data: unknown }>>;
  readonly links?: { self?: string };
}

const isLinked = (to: string, data: unknown): boolean => {
  const isMany = to.endsWith('+');
  if (data === null) return !isMany;
  const links = [data].flat() as { type: string }[];
  return Array.isArray(data) === isMany && links.every(({ type }) => to === '*' || to.replace('+', '').split(' ').includes(type));
};

/** Where a row is not as interface.md has it. */
export const interfaceFaults = (row: Row): string[] => {
  const shape = INTERFACE[row.type];
  if (shape === undefined) return [];
  return [
    ...Object.entries(shape.fields).filter(([name, kind]) => !isOf(kind, row.attributes[name])).map(([name, kind]) => `${row.type}.${name} is ${JSON.stringify(row.attributes[name])}, not ${kind}`),
    ...Object.entries(shape.relations).filter(([name, to]) => !isLinked(to, row.relationships?.[name]?.data)).map(([name]) => `${row.type} → ${name} is ${JSON.stringify(row.relationships?.[name])}`),
    ...(shape.hasSelf === true && row.links?.self === undefined ? [`${row.type} has no link of its own`] : []),
  ];
};
