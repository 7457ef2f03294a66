import type { TransportEvent } from '@landfall/contracts/gen/shipment/v1/shipment';
import { given, moment, place } from '../../domain/compact.js';
import type { Records, Wanted } from '../records.js';
import { facts, textFacts } from '../schema.js';

export const eventShape = facts(textFacts('event', 'at', 'timezone', 'location', 'terminal', 'vessel', 'voyage', 'source'));

/** What the rows of a timeline name. */
export const namedBy = (events: readonly TransportEvent[]): Wanted => ({
  ports: events.map(({ locationId, locationType }) => (locationType === 'metro_area' ? undefined : locationId)),
  metroAreas: events.map(({ locationId, locationType }) => (locationType === 'metro_area' ? locationId : undefined)),
  terminals: events.map(({ terminalId, terminalType }) => (terminalType === 'rail_terminal' ? undefined : terminalId)),
  railTerminals: events.map(({ terminalId, terminalType }) => (terminalType === 'rail_terminal' ? terminalId : undefined)),
  vessels: events.map(({ vesselId }) => vesselId),
});

/** One milestone; the prefix that all events share is left out. */
export const eventView = (event: TransportEvent, { ports, metroAreas, terminals, railTerminals, vessels }: Records): Record<string, unknown> => {
  const at = ports.get(event.locationId ?? '') ?? metroAreas.get(event.locationId ?? '');
  const terminal = terminals.get(event.terminalId ?? '') ?? railTerminals.get(event.terminalId ?? '');
  return given({
    event: event.event.replace(/^container\.transport\./, ''),
    at: moment(event.timestamp),
    timezone: event.timezone,
    location: place(at?.name, event.locationLocode ?? at?.code),
    terminal: terminal?.nickname || terminal?.name,
    vessel: vessels.get(event.vesselId ?? '')?.name,
    voyage: event.voyageNumber,
    source: event.dataSource,
  });
};
