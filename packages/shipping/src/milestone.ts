import type { EventCategory } from './event-category.js';

const PREFIX = 'container.transport.';

type Says = {
  category: EventCategory;
  description: string;
  /** What the raw event is called; null when carriers' raw events have no such value. */
  raw: string | null;
  /** May become `container.transport.<name>`. */
  transport: boolean;
  /** May also be announced as `container.transport.estimated.<name>`, before it happened. */
  estimated?: true;
};

/**
 * Every step a container can take, in the natural order of a journey: two events with the same time are
 * told in this order. One table for raw events, transport events, webhooks and the glossary.
 */
export const MILESTONES = {
  empty_out: { category: 'gate', raw: 'empty_out', transport: true, description: 'The empty container was picked up to be loaded by the shipper.' },
  positioned_out: { category: 'gate', raw: 'positioned_out', transport: false, description: 'The empty container left a depot to be positioned elsewhere.' },
  positioned_in: { category: 'gate', raw: 'positioned_in', transport: false, description: 'The empty container was positioned at a depot or terminal.' },
  full_in: { category: 'gate', raw: 'full_in', transport: true, description: 'The full container entered the terminal of the port of lading.' },
  vgm_received: { category: 'gate', raw: 'vgm_received', transport: false, description: 'The verified gross mass was received.' },
  feeder_loaded: { category: 'feeder', raw: 'feeder_loaded', transport: true, description: 'Loaded on a feeder vessel or barge.' },
  feeder_departed: { category: 'feeder', raw: 'feeder_departed', transport: true, description: 'The feeder vessel or barge departed with the container on board.' },
  feeder_arrived: { category: 'feeder', raw: 'feeder_arrived', transport: true, description: 'The feeder vessel or barge arrived with the container on board.' },
  feeder_discharged: { category: 'feeder', raw: 'feeder_discharged', transport: true, description: 'Discharged from a feeder vessel or barge.' },
  vessel_loaded: { category: 'vessel_transport', raw: 'vessel_loaded', transport: true, description: 'Loaded on the vessel at the port of lading.' },
  vessel_departed: { category: 'vessel_transport', raw: 'vessel_departed', transport: true, estimated: true, description: 'The vessel departed from the port of lading with the container on board.' },
  transshipment_arrived: { category: 'transshipment', raw: 'transshipment_arrived', transport: true, description: 'The vessel arrived at a transshipment port with the container on board.' },
  transshipment_discharged: { category: 'transshipment', raw: 'transshipment_discharged', transport: true, description: 'Discharged from the vessel at a transshipment port.' },
  transshipment_loaded: { category: 'transshipment', raw: 'transshipment_loaded', transport: true, description: 'Loaded on the next vessel at a transshipment port.' },
  transshipment_departed: { category: 'transshipment', raw: 'transshipment_departed', transport: true, description: 'The next vessel departed from a transshipment port with the container on board.' },
  vessel_arrived: { category: 'vessel_transport', raw: 'vessel_arrived', transport: true, estimated: true, description: 'The vessel arrived at the port of discharge with the container on board.' },
  vessel_berthed: { category: 'vessel_transport', raw: null, transport: true, description: 'The vessel is made fast at its berth in the port of discharge.' },
  vessel_discharged: { category: 'vessel_transport', raw: 'vessel_discharged', transport: true, description: 'Discharged from the vessel at the port of discharge.' },
  carrier_release: { category: 'availability', raw: 'carrier_release', transport: false, description: 'The carrier released the container.' },
  customs_release: { category: 'availability', raw: 'customs_release', transport: false, description: 'Customs released the container.' },
  not_available: { category: 'availability', raw: null, transport: true, description: 'The container can no longer be picked up at the terminal.' },
  available: { category: 'availability', raw: 'available', transport: true, description: 'The container can be picked up at the terminal.' },
  rail_loaded: { category: 'rail_transport', raw: 'rail_loaded', transport: true, description: 'Loaded on a train.' },
  rail_departed: { category: 'rail_transport', raw: 'rail_departed', transport: true, description: 'The train departed with the container on it.' },
  rail_arrived: { category: 'rail_transport', raw: 'rail_arrived', transport: true, description: 'The train arrived with the container on it.' },
  arrived_at_inland_destination: { category: 'inland', raw: 'arrived_at_destination', transport: true, estimated: true, description: 'The container arrived at its inland destination.' },
  rail_unloaded: { category: 'rail_transport', raw: 'rail_unloaded', transport: true, description: 'Unloaded from the train.' },
  full_out: { category: 'gate', raw: 'full_out', transport: true, description: 'The full container was picked up from the terminal or the rail ramp.' },
  delivered: { category: 'inland', raw: 'delivered', transport: true, description: 'The container was delivered to the consignee.' },
  empty_in: { category: 'gate', raw: 'empty_in', transport: true, description: 'The empty container was returned.' },
} as const satisfies Record<string, Says>;

type Table = typeof MILESTONES;
export type Milestone = keyof Table;
export type RawEventName = NonNullable<Table[Milestone]['raw']>;
export type TransportMilestone = { [Name in Milestone]: Table[Name]['transport'] extends true ? Name : never }[Milestone];
export type EstimatedMilestone = { [Name in Milestone]: Table[Name] extends { estimated: true } ? Name : never }[Milestone];
export type ActualTransportEvent = `container.transport.${TransportMilestone}`;
export type EstimatedTransportEvent = `container.transport.estimated.${EstimatedMilestone}`;
export type TransportEventName = ActualTransportEvent | EstimatedTransportEvent;

const says = (milestone: Milestone): Says => MILESTONES[milestone];

export const MILESTONE_NAMES = Object.keys(MILESTONES) as readonly Milestone[];

const ranks = new Map(MILESTONE_NAMES.map((name, rank) => [name, rank]));
const byRaw = new Map(MILESTONE_NAMES.flatMap((name) => (says(name).raw === null ? [] : [[says(name).raw, name] as const])));

export const RAW_EVENT_NAMES = [...byRaw.keys()] as readonly RawEventName[];

const isTransport = (name: Milestone): name is TransportMilestone => says(name).transport;
const isEstimated = (name: Milestone): name is EstimatedMilestone => says(name).estimated === true;

export const isMilestone = (value: string): value is Milestone => Object.hasOwn(MILESTONES, value);

export const isRawEventName = (value: string): value is RawEventName => byRaw.has(value);

export const milestoneOfRaw = (raw: RawEventName): Milestone | null => byRaw.get(raw) ?? null;

export const rawEventOf = (milestone: Milestone): RawEventName | null => MILESTONES[milestone].raw;

/** The public name of a step that happened, or null when it is told as a raw event only. */
export const transportEventOf = (milestone: Milestone): ActualTransportEvent | null =>
  isTransport(milestone) ? `${PREFIX}${milestone}` : null;

/** The public name of a step that is only expected, for the few that are announced ahead. */
export const estimatedEventOf = (milestone: Milestone): EstimatedTransportEvent | null =>
  isEstimated(milestone) ? `${PREFIX}estimated.${milestone}` : null;

export const TRANSPORT_EVENT_NAMES: readonly TransportEventName[] = MILESTONE_NAMES.flatMap((name) =>
  [estimatedEventOf(name), transportEventOf(name)].filter((event) => event !== null),
);

const transportEvents = new Set<string>(TRANSPORT_EVENT_NAMES);

export const isTransportEventName = (value: string): value is TransportEventName => transportEvents.has(value);

export const isEstimatedEventName = (value: string): value is EstimatedTransportEvent =>
  isTransportEventName(value) && value.startsWith(`${PREFIX}estimated.`);

export const milestoneOfEvent = (event: TransportEventName): Milestone | null => {
  const name = event.slice(PREFIX.length).replace(/^estimated\./, '');
  return isMilestone(name) ? name : null;
};

/** Place in the natural order of a journey; the smaller comes first. */
export const journeyRank = (milestone: Milestone): number => ranks.get(milestone) ?? MILESTONE_NAMES.length;

export const byJourney = (a: Milestone, b: Milestone): number => journeyRank(a) - journeyRank(b);
