import { allEvents, type CarrierEvent, type Snapshot } from './snapshot.js';

// A hundred containers with twenty steps each; what is longer no longer fits a message on the bus.
const MOST_EVENTS = 2_000;

const stepOf = (event: CarrierEvent, container: string): string =>
  [container, event.eventType, event.eventCode, event.classifier, event.locationLocode ?? event.locationName, event.voyageNumber, event.retracted].join('|');

/**
 * A flood is usually one step told a thousand times: then the last word of each step is enough. Null when even the
 * distinct steps are too many to be the story of one number.
 */
export const thinned = (snapshot: Snapshot): Snapshot | null => {
  if (allEvents(snapshot).length <= MOST_EVENTS) return snapshot;
  const lastWords = (events: readonly CarrierEvent[], container: string): CarrierEvent[] => {
    const last = new Map<string, CarrierEvent>();
    for (const event of events) {
      const step = stepOf(event, container);
      const before = last.get(step);
      if (!before || (event.reportedAt ?? 0) >= (before.reportedAt ?? 0)) last.set(step, event);
    }
    return events.filter((event) => last.get(stepOf(event, container)) === event);
  };
  const thin: Snapshot = {
    ...snapshot,
    events: lastWords(snapshot.events, ''),
    containers: snapshot.containers.map((container) => ({ ...container, events: lastWords(container.events, container.number) })),
  };
  return allEvents(thin).length <= MOST_EVENTS ? thin : null;
};
