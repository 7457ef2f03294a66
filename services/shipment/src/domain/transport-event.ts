import { estimatedEventOf, transportEventOf } from '@landfall/shipping/milestone';
import type { Atlas, NameId } from './atlas.js';
import type { KeptEvent } from './carrier-event.js';
import type { Journey, Mark } from './journey.js';
import { bestEstimate } from './eta.js';
import { eventId } from './event-id.js';

/** A vetted milestone, or a change of a deadline that is told like one. */
export type TransportEvent = {
  id: string;
  event: string;
  createdAt: Date;
  timestamp?: Date;
  voyageNumber?: string;
  locationLocode?: string;
  timezone?: string;
  dataSource: string;
  value?: string;
  valueTimestamp?: Date;
  invalidatedAt?: Date;
  vesselId?: string;
  locationId?: string;
  locationType?: string;
  terminalId?: string;
  terminalType?: string;
  sourceEventId?: string;
  journeyOrder: number;
};

export type Telling = { containerId: string; now: Date; nameId: NameId; atlas: Atlas };

/** The terminal or ramp an event names, as far as it is known. */
export const facilityOf = (event: KeptEvent, atlas: Atlas) => {
  const { facilityCode: code, facilityCodeList: list, locationLocode: locode } = event;
  if (code === undefined) return null;
  const byList = list === 'BIC' ? { bicFacilityCode: code } : list === 'FIRMS' ? { firmsCode: code } : { smdgCode: code };
  return atlas.terminal({ ...byList, ...(locode ? { locode } : {}) });
};

/** Where, as ids a client can follow; an unknown LOCODE stays a text. */
export const placing = (event: KeptEvent, atlas: Atlas) => {
  const place = event.locationLocode ? atlas.place(event.locationLocode) : null;
  const facility = facilityOf(event, atlas);
  return {
    ...(event.locationLocode ? { locationLocode: event.locationLocode } : {}),
    ...(place ? { locationId: place.id, locationType: place.type, timezone: place.timeZone } : {}),
    ...(facility ? { terminalId: facility.id, terminalType: facility.type } : {}),
  };
};

export const vesselOf = (event: KeptEvent, atlas: Atlas) => ({
  ...(event.voyageNumber ? { voyageNumber: event.voyageNumber } : {}),
  ...(event.vesselImo ? { vesselId: atlas.vesselId(event.vesselImo) } : {}),
});

const told = (name: string, mark: Mark, event: KeptEvent, timestamp: Date, order: number, telling: Telling): TransportEvent => ({
  // The place is part of the identity: a hub that was taken for the port of discharge is another milestone.
  id: eventId(telling.nameId, telling.containerId, 'transport_event', name, mark.spot),
  event: name,
  createdAt: telling.now,
  timestamp,
  ...vesselOf(event, telling.atlas),
  ...placing(event, telling.atlas),
  dataSource: event.dataSource,
  sourceEventId: eventId(telling.nameId, telling.containerId, 'raw', event.id),
  journeyOrder: order,
});

const expected = (mark: Mark, order: number, telling: Telling): TransportEvent[] => {
  const name = mark.name === 'arrived_at_inland_destination' ? estimatedEventOf(mark.name) : null;
  const estimate = name && bestEstimate(mark.readings);
  if (!name || !estimate) return [];
  const event = told(name, mark, estimate.event, estimate.at, order, telling);
  return [{ ...event, value: estimate.at.toISOString(), valueTimestamp: estimate.at }];
};

/** Rule 10: what happened, and of what is expected only the arrival inland. Availability is told when it turns. */
export const milestonesOf = ({ marks }: Journey, telling: Telling): TransportEvent[] =>
  marks.flatMap((mark, order) => {
    const name = mark.actual && mark.name !== 'available' ? transportEventOf(mark.name) : null;
    return [...expected(mark, order, telling), ...(name ? [told(name, mark, mark.best.event, mark.at, order, telling)] : [])];
  });

export const isMilestone = ({ event }: TransportEvent): boolean =>
  event.startsWith('container.transport.') && !event.endsWith('available');

export const isExpected = ({ event }: TransportEvent): boolean => event.startsWith('container.transport.estimated.');

/**
 * What was told before, in the light of what is known now. A milestone that no longer stands is marked, never
 * removed; one that stands again loses its mark. The moment it was first told stays.
 */
export const reconciled = (old: readonly TransportEvent[], derived: readonly TransportEvent[], now: Date): TransportEvent[] => {
  const before = new Map(old.map((event) => [event.id, event]));
  const standing = new Set(derived.map(({ id }) => id));
  const withdrawn = old.filter((event) => isMilestone(event) && !standing.has(event.id)).map((event) => ({ ...event, invalidatedAt: event.invalidatedAt ?? now }));
  const others = old.filter((event) => !isMilestone(event));
  const told = derived.map((event) => ({ ...event, createdAt: before.get(event.id)?.createdAt ?? event.createdAt }));
  return [...told, ...withdrawn, ...others];
};
