import { milestoneOfEvent, isTransportEventName } from '@landfall/shipping/milestone';
import type { Changeset, ContainerAnnouncement } from './announcement.js';
import type { NameId } from './atlas.js';
import type { Container, ContainerView } from './container.js';
import { eventId } from './event-id.js';
import { isEqual } from './is-equal.js';
import { isExpected, isMilestone, type TransportEvent } from './transport-event.js';

/** `saidAt` is when the source said so, by its own clock; `now` is only when we write it down. */
export type Cause = { now: Date; saidAt: Date; nameId: NameId; dataSource: string };

type View = Pick<Container, keyof ContainerView | 'id' | 'revision' | 'transportEvents'>;

const same = (a: unknown, b: unknown): boolean => isEqual(a ?? null, b ?? null);

const DEADLINES = [
  ['pickupLfd', 'container.pickup_lfd.changed'],
  ['pickupLfdLine', 'container.pickup_lfd_line.changed'],
  ['pickupLfdTerminal', 'container.pickup_lfd_terminal.changed'],
  ['pickupLfdRail', 'container.pickup_lfd_rail.changed'],
  ['pickupAppointmentAt', 'container.pickup_appointment.changed'],
] as const;

const changeEvent = (container: View, event: string, at: Date | undefined, { now, saidAt, nameId, dataSource }: Cause): TransportEvent => ({
  id: eventId(nameId, container.id, 'transport_event', event, at?.toISOString() ?? '', String(container.revision)),
  event,
  createdAt: now,
  timestamp: saidAt,
  dataSource,
  ...(at ? { value: at.toISOString(), valueTimestamp: at } : {}),
  ...(container.podTerminalId ? { terminalId: container.podTerminalId, terminalType: 'terminal' } : {}),
  ...(container.podTimezone ? { timezone: container.podTimezone } : {}),
  journeyOrder: container.transportEvents.filter(isMilestone).length,
});

const deadlineEvents = (before: View, after: View, cause: Cause): TransportEvent[] =>
  DEADLINES.flatMap(([field, event]) => (same(before[field], after[field]) ? [] : [changeEvent(after, event, after[field], cause)]));

const isGone = ({ currentStatus }: View): boolean => currentStatus === 'picked_up' || currentStatus === 'empty_returned' || currentStatus === 'delivered';

/** Being picked up is told as that; it is no loss of availability. Never having been available is no news either. */
const availabilityEvents = (before: View | undefined, after: View, cause: Cause): TransportEvent[] => {
  const was = before?.availableForPickup ?? false;
  const is = after.availableForPickup ?? false;
  if (was === is) return [];
  if (is) return [changeEvent(after, 'container.transport.available', undefined, cause)];
  return isGone(after) ? [] : [changeEvent(after, 'container.transport.not_available', undefined, cause)];
};

/** Changes that are told as events of their own, to be kept among the container's transport events. */
export const changeEvents = (before: View | undefined, after: View, cause: Cause): TransportEvent[] => [
  ...availabilityEvents(before, after, cause),
  ...(before ? deadlineEvents(before, after, cause) : []),
];

const TERMINAL_FACTS = [
  ['availableForPickup', 'available_for_pickup'],
  ['pickupLfd', 'pickup_lfd'],
  ['pickupLfdLine', 'pickup_lfd_line'],
  ['pickupLfdTerminal', 'pickup_lfd_terminal'],
  ['pickupLfdRail', 'pickup_lfd_rail'],
  ['pickupAppointmentAt', 'pickup_appointment_at'],
  ['holdsAtPodTerminal', 'holds_at_pod_terminal'],
  ['feesAtPodTerminal', 'fees_at_pod_terminal'],
  ['podTerminalId', 'pod_terminal'],
] as const;

const terminalChanges = (before: View, after: View): Changeset =>
  Object.fromEntries(
    TERMINAL_FACTS.flatMap(([field, name]) => (same(before[field], after[field]) ? [] : [[name, [before[field] ?? null, after[field] ?? null]]])),
  ) as Changeset;

const MILESTONE_FIELDS: Record<string, string> = {
  empty_out: 'empty_out_at', full_in: 'pol_full_in_at', vessel_loaded: 'pol_vessel_loaded_at', vessel_departed: 'pol_vessel_departed_at',
  vessel_arrived: 'pod_arrived_at', vessel_discharged: 'pod_discharged_at', full_out: 'pod_full_out_at', empty_in: 'empty_terminated_at',
  rail_loaded: 'pod_rail_loaded_at', rail_departed: 'pod_rail_departed_at', rail_unloaded: 'ind_rail_unloaded_at',
  arrived_at_inland_destination: 'ind_ata_at',
};

const fieldOf = ({ event }: TransportEvent): string => {
  const name = isTransportEventName(event) ? milestoneOfEvent(event) : null;
  return (name && MILESTONE_FIELDS[name]) ?? name ?? event;
};

/** Milestones that were told and no longer stand, or stand again (rule 3). */
const milestoneChanges = (before: View, after: View): Changeset => {
  const known = new Map(before.transportEvents.map((event) => [event.id, event]));
  const turned = after.transportEvents.filter((event) => isMilestone(event) && !isExpected(event)).flatMap((event): [string, [unknown, unknown]][] => {
    const old = known.get(event.id);
    if (!old || (old.invalidatedAt === undefined) === (event.invalidatedAt === undefined)) return [];
    return [[fieldOf(event), event.invalidatedAt ? [old.timestamp ?? null, null] : [null, event.timestamp ?? null]]];
  });
  return Object.fromEntries(turned);
};

const news = (before: View | undefined, after: View, nameId: NameId): ContainerAnnouncement[] => {
  const known = new Map(before?.transportEvents.map((event) => [event.id, event]));
  return after.transportEvents.flatMap((transportEvent): ContainerAnnouncement[] => {
    const old = known.get(transportEvent.id);
    const moved = old !== undefined && isExpected(transportEvent) && !same(old.value, transportEvent.value);
    if (transportEvent.invalidatedAt || (old && !moved)) return [];
    return [{ kind: 'transport_event', id: nameId('notice', transportEvent.id, isExpected(transportEvent) ? (transportEvent.value ?? '') : ''), transportEvent }];
  });
};

/** What the world is told, in the order of the journey (D-33, D-34). A repeated state tells nothing. */
export const containerAnnouncements = (before: View | undefined, after: View, cause: Cause): ContainerAnnouncement[] => {
  const { saidAt: at, nameId, dataSource } = cause;
  const created = nameId('notice', after.id, 'container.created');
  if (!before) return [{ kind: 'container_created', id: created, at }, ...news(undefined, after, nameId)];
  const changeset = { ...terminalChanges(before, after), ...milestoneChanges(before, after) };
  const id = (event: string) => nameId('notice', after.id, event, String(after.revision));
  const updated = Object.keys(changeset).length > 0;
  const moved = after.podTerminalId !== undefined && after.podTerminalId !== before.podTerminalId;
  return [
    ...news(before, after, nameId),
    ...(moved ? [{ kind: 'pod_terminal_changed' as const, id: id('container.pod_terminal_changed'), at, dataSource }] : []),
    ...(updated ? [{ kind: 'container_updated' as const, id: id('container.updated'), at, changeset, dataSource }] : []),
  ];
};
