import { linked, type Document, type Resource } from './client.js';

/** What must be included, each by any one of the types. `shipment` and `container` are added by D-41. */
type Row = { matches: RegExp; reference: string; includes: readonly (readonly string[])[] };

/** Carriers do not always say at which stand or on which ship; then the reference names none, and none can be included. */
const WHEN_SAID = ['terminal', 'vessel'];

const PLACE = ['port', 'metro_area'], STAND = ['terminal', 'rail_terminal'];
const SHIPMENT = ['shipment'], CONTAINER = ['container'], VESSEL = ['vessel'];

/** reference-surface.md section 4, in the order in which rows are tried, with D-41 on top. */
const ROWS: readonly Row[] = [
  { matches: /^tracking_request\.succeeded$/, reference: 'tracking_request', includes: [SHIPMENT, CONTAINER] },
  { matches: /^tracking_request\.tracking_stopped$/, reference: 'tracking_request', includes: [SHIPMENT] },
  { matches: /^tracking_request\./, reference: 'tracking_request', includes: [] },
  { matches: /^shipment\.estimated\.arrival$/, reference: 'estimated_event', includes: [SHIPMENT, PLACE] },
  { matches: /^container\.created$/, reference: 'container_created_event', includes: [SHIPMENT, CONTAINER] },
  { matches: /^container\.updated$/, reference: 'container_updated_event', includes: [SHIPMENT, CONTAINER, PLACE, STAND] },
  { matches: /^container\.pod_terminal_changed$/, reference: 'container_pod_terminal_changed_event', includes: [SHIPMENT, CONTAINER, STAND] },
  { matches: /^container\.pickup_/, reference: 'transport_event', includes: [SHIPMENT, CONTAINER] },
  { matches: /^container\.transport\.(available|not_available|delivered)$/, reference: 'transport_event', includes: [SHIPMENT, CONTAINER] },
  { matches: /^container\.transport\.rail_(arrived|unloaded)$/, reference: 'transport_event', includes: [SHIPMENT, CONTAINER, ['metro_area'], ['rail_terminal']] },
  { matches: /^container\.transport\.vessel_(berthed|discharged)$/, reference: 'transport_event', includes: [SHIPMENT, CONTAINER, ['port'], VESSEL, ['terminal']] },
  { matches: /^container\.transport\.(estimated\.)?(vessel|transshipment|feeder)_/, reference: 'transport_event', includes: [SHIPMENT, CONTAINER, PLACE, VESSEL] },
  { matches: /^container\.transport\.(full_out|(estimated\.)?arrived_at_inland_destination)$/, reference: 'transport_event', includes: [SHIPMENT, CONTAINER, PLACE, STAND] },
  { matches: /^container\.transport\./, reference: 'transport_event', includes: [SHIPMENT, CONTAINER, PLACE] },
];

const related = ({ relationships }: Resource): { type: string; id: string }[] => Object.values(relationships ?? {}).flatMap(({ data }) => data ?? []);

/** The types whose records a body holds; what a record points to beyond these is read at its own address. */
const HELD = new Set(['tracking_request', 'shipment', 'container', 'port', 'metro_area', 'terminal', 'rail_terminal', 'vessel']);

const isUnsaid = (about: Resource | undefined, any: readonly string[]): boolean =>
  WHEN_SAID.some((name) => any.some((type) => type.endsWith(name)) && linked(about, name).length === 0);

const ofNotification = ({ type, id, attributes, relationships = {} }: Resource): string[] => [
  ...(type === 'webhook_notification' && attributes['id'] === id ? [] : ['the notification does not name itself']),
  ...(attributes['created_at'] && attributes['delivery_status'] ? [] : ['created_at or delivery_status is missing']),
  ...(relationships['webhook'] && relationships['webhook_notification_logs'] ? [] : ['a relationship is missing']),
];

const ofReference = (event: string, row: Row, about: Resource, keys: readonly string[]): string[] => [
  ...(row.reference === 'transport_event' && about.attributes['event'] !== event ? ['the transport event has another name'] : []),
  ...related(about).filter(({ type, id }) => HELD.has(type) && !keys.includes(`${type} ${id}`)).map(({ type, id }) => `${type} ${id}, which the reference names, is not included`),
];

const ofIncluded = (row: Row, about: Resource | undefined, keys: readonly string[], types: readonly string[]): string[] => [
  ...row.includes.filter((any) => !any.some((type) => types.includes(type)) && !isUnsaid(about, any)).map((any) => `no ${any.join(' or ')} is included`),
  ...(types.includes('webhook') ? ['the webhook is included'] : []),
  ...(new Set(keys).size === keys.length ? [] : ['a record is included twice']),
];

/** Everything in which a body differs from its row of the table; nothing is an empty list. */
export const faultsOf = ({ data, included = [] }: Document): string[] => {
  const event = String(data.attributes['event']);
  const row = ROWS.find(({ matches }) => matches.test(event));
  if (!row) return [`${event} has no row`];
  const [reference] = linked(data, 'reference_object');
  if (reference?.type !== row.reference) return [`the reference is a ${reference?.type}, not a ${row.reference}`];
  const about = included.find(({ type, id }) => type === reference.type && id === reference.id);
  const keys = included.map(({ type, id }) => `${type} ${id}`);
  return [...ofNotification(data), ...(about ? ofReference(event, row, about, keys) : ['the reference is not included']), ...ofIncluded(row, about, keys, included.map(({ type }) => type))];
};
