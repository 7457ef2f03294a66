import type { EventCategory } from './event-category.js';
import { MILESTONES, TRANSPORT_EVENT_NAMES, isEstimatedEventName, milestoneOfEvent, type TransportEventName } from './milestone.js';

export type PublicEvent = { name: PublicEventName; category: EventCategory; description: string };

const OTHERS = {
  'shipment.estimated.arrival': { category: 'shipment', description: 'The estimated arrival at the port of discharge or the destination changed.' },
  'tracking_request.succeeded': { category: 'tracking_request', description: 'The carrier knows the number, and a shipment was created.' },
  'tracking_request.failed': { category: 'tracking_request', description: 'The number could not be found or read, and will not be tried again.' },
  'tracking_request.awaiting_manifest': { category: 'tracking_request', description: 'The carrier has not published the shipment yet; it is asked again every day.' },
  'tracking_request.tracking_stopped': { category: 'tracking_request', description: 'The shipment is no longer tracked.' },
  'container.created': { category: 'container', description: 'A container was added to the shipment.' },
  'container.updated': { category: 'container', description: 'Availability, holds, fees, last free day or appointment of a container changed.' },
  'container.pod_terminal_changed': { category: 'container', description: 'The terminal at the port of discharge changed.' },
  'container.pickup_lfd.changed': { category: 'container', description: 'The last free day for pick-up changed.' },
  'container.pickup_lfd_line.changed': { category: 'container', description: 'The last free day given by the shipping line changed.' },
  'container.pickup_lfd_terminal.changed': { category: 'container', description: 'The last free day given by the terminal changed.' },
  'container.pickup_lfd_rail.changed': { category: 'container', description: 'The last free day given by the railway changed.' },
  'container.pickup_appointment.changed': { category: 'container', description: 'The pick-up appointment changed.' },
} as const satisfies Record<string, { category: EventCategory; description: string }>;

export type PublicEventName = TransportEventName | keyof typeof OTHERS;

/** The account's event log tells these too; no webhook can ask for them. */
export const LOG_ONLY_EVENTS = {
  'webhook.deactivated': 'A webhook was switched off: its address is gone, or it failed for days.',
  'webhook.failing': 'A webhook only fails, and is half, seven or nine tenths on its way to being switched off.',
  'webhook.secret_rotated': 'A webhook got a new secret; the old one signs beside it for a while.',
} as const;

export type LogOnlyEvent = keyof typeof LOG_ONLY_EVENTS;

const transportEvent = (name: TransportEventName): PublicEvent[] => {
  const milestone = milestoneOfEvent(name);
  if (milestone === null) return [];
  const { category, description } = MILESTONES[milestone];
  return [{ name, category, description: isEstimatedEventName(name) ? `Expected, or expected at another time: ${description}` : description }];
};

/** Every event a webhook can ask for, in the order of a journey; the event list and the glossary are printed from it. */
export const PUBLIC_EVENTS: readonly PublicEvent[] = [
  ...TRANSPORT_EVENT_NAMES.flatMap(transportEvent),
  ...Object.entries(OTHERS).map(([name, row]) => ({ name: name as keyof typeof OTHERS, ...row })),
];

export const PUBLIC_EVENT_NAMES: readonly PublicEventName[] = PUBLIC_EVENTS.map(({ name }) => name);

const rows = new Map<string, PublicEvent>(PUBLIC_EVENTS.map((row) => [row.name, row]));

export const isPublicEventName = (value: string): value is PublicEventName => rows.has(value);

export const publicEvent = (name: string): PublicEvent | null => rows.get(name) ?? null;
