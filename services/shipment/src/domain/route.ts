import type { Atlas } from './atlas.js';
import type { Call } from './calls.js';
import { timesOf } from './eta.js';
import { given } from './given.js';
import type { Journey } from './journey.js';
import type { Spot } from './plan.js';
import type { Step } from './steps.js';

export type RouteLocation = {
  spot: Spot;
  label: string;
  locode?: string;
  locationId?: string;
  locationType?: string;
  inboundScac?: string;
  inboundMode?: string;
  inboundEtaAt?: Date;
  inboundAtaAt?: Date;
  inboundVoyageNumber?: string;
  inboundVesselId?: string;
  outboundScac?: string;
  outboundMode?: string;
  outboundEtdAt?: Date;
  outboundAtdAt?: Date;
  outboundVoyageNumber?: string;
  outboundVesselId?: string;
};

const labelOf = (index: number, { bounds: { pol, pod } }: Journey): string => {
  if (index === pol) return 'POL';
  if (index === pod) return 'POD';
  const from = pol ?? -1;
  if (index < from || (pod !== null && index > pod)) return `FD${index + 1}`;
  return `TS${index - Math.max(from, -1)}`;
};

const modeOf = (step: Step | undefined): string | undefined => {
  if (!step) return undefined;
  if (step.family === 'sea') return step.best.event.mode === 'BARGE' ? 'barge' : 'vessel';
  return step.family === 'rail' ? 'rail' : 'truck';
};

const inbound = (step: Step | undefined, atlas: Atlas) => {
  const times = timesOf(step?.readings ?? []);
  const event = step?.best.event;
  return given<Partial<RouteLocation>>({
    inboundMode: modeOf(step),
    inboundEtaAt: times.expectedAt,
    inboundAtaAt: times.happenedAt,
    inboundVoyageNumber: event?.voyageNumber,
    inboundVesselId: event?.vesselImo ? atlas.vesselId(event.vesselImo) : undefined,
  });
};

const outbound = (step: Step | undefined, atlas: Atlas) => {
  const times = timesOf(step?.readings ?? []);
  const event = step?.best.event;
  return given<Partial<RouteLocation>>({
    outboundMode: modeOf(step),
    outboundEtdAt: times.expectedAt,
    outboundAtdAt: times.happenedAt,
    outboundVoyageNumber: event?.voyageNumber,
    outboundVesselId: event?.vesselImo ? atlas.vesselId(event.vesselImo) : undefined,
  });
};

const location = (spot: Spot, label: string, atlas: Atlas): RouteLocation => {
  const place = atlas.place(spot);
  return { spot, label, ...(place ? { locode: place.locode, locationId: place.id, locationType: place.type } : {}) };
};

const ofCall = (call: Call, index: number, journey: Journey, atlas: Atlas): RouteLocation => ({
  ...location(call.spot, labelOf(index, journey), atlas),
  ...inbound(call.arrive ?? call.discharge, atlas),
  ...outbound(call.depart ?? call.load, atlas),
});

/** The way port by port, as known now; the inland destination closes it. */
export const routeOf = (journey: Journey, atlas: Atlas): RouteLocation[] => {
  const calls = journey.calls.map((call, index) => ofCall(call, index, journey, atlas));
  if (!journey.destination || calls.some(({ spot }) => spot === journey.destination)) return calls;
  const arrival = journey.marks.find(({ name }) => name === 'arrived_at_inland_destination');
  const step = arrival && { ...arrival.best, best: arrival.best, readings: arrival.readings };
  return [...calls, { ...location(journey.destination, 'DST', atlas), ...inbound(step, atlas) }];
};

// Ships sail for the line that was booked; whose train or lorry it is, the line does not say.
const FOR_THE_LINE = new Set(['vessel', 'barge']);

/** The same way with the line that runs each leg by sea. */
export const withLine = (locations: readonly RouteLocation[], scac: string): RouteLocation[] =>
  locations.map((location) => ({
    ...location,
    ...(FOR_THE_LINE.has(location.inboundMode ?? '') ? { inboundScac: scac } : {}),
    ...(FOR_THE_LINE.has(location.outboundMode ?? '') ? { outboundScac: scac } : {}),
  }));
