import { allEvents, type CarrierEvent, type Snapshot } from './snapshot.js';

// A hundred containers with twenty steps each.
const MOST_EVENTS = 2_000;

// The bus takes messages of a mebibyte; what is around the snapshot needs some of it.
const LARGEST_BYTES = 950_000;

// So few events cannot be too large, whatever they say: every text in them is bounded.
const SURELY_FITS = 100;

const fits = (snapshot: Snapshot): boolean => {
  const count = allEvents(snapshot).length;
  return count <= SURELY_FITS || (count <= MOST_EVENTS && new TextEncoder().encode(JSON.stringify(snapshot)).length <= LARGEST_BYTES);
};

const stepOf = (event: CarrierEvent, container: string): string =>
  [container, event.eventType, event.eventCode, event.classifier, event.locationLocode ?? event.locationName, event.voyageNumber, event.retracted].join('|');

/**
 * A flood is usually one step told a thousand times: then the last word of each step is enough. Null when even the
 * distinct steps are too many to be the story of one number.
 */
export const thinned = (snapshot: Snapshot): Snapshot | null => {
  if (fits(snapshot)) return snapshot;
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
  return fits(thin) ? thin : null;
};
