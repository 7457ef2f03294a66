import { isScac } from '@landfall/shipping/scac';
import { journeyRank, type Milestone } from '@landfall/shipping/milestone';
import type { Atlas } from './atlas.js';
import type { ContainerRecord, ContainerView } from './container.js';
import { statusOf } from './container-status.js';
import { timesOf } from './eta.js';
import { given } from './given.js';
import type { Journey, Mark } from './journey.js';
import type { FacilityState } from './terminal-report.js';
import { availabilityOf, facilitiesOf, terminalView, type Facilities } from './terminal-view.js';
import { facilityOf } from './transport-event.js';

type Find = (name: Milestone, test?: (mark: Mark) => boolean) => Mark | undefined;

const milestoneTimes = (find: Find, { pod, destination }: Journey) => {
  const inland = (mark: Mark) => destination !== undefined && mark.spot !== pod;
  return given<Partial<ContainerView>>({
    emptyOutAt: find('empty_out')?.at,
    polFullInAt: find('full_in')?.at,
    polVesselLoadedAt: find('vessel_loaded')?.at,
    polVesselDepartedAt: find('vessel_departed')?.at,
    podArrivedAt: find('vessel_arrived')?.at,
    podDischargedAt: find('vessel_discharged')?.at,
    podFullOutAt: find('full_out', (mark) => !inland(mark))?.at,
    finalDestinationFullOutAt: find('full_out', inland)?.at,
    emptyTerminatedAt: find('empty_in')?.at,
  });
};

const scacOf = (mark: Mark | undefined): string | undefined => {
  const code = mark?.best.event.dataProviderCode;
  return mark?.best.event.dataSource === 'rail' && code && isScac(code) ? code : undefined;
};

const railTimes = (journey: Journey, find: Find) => {
  const behind = (mark: Mark) => mark.imports;
  const arrival = journey.marks.find(({ name }) => name === 'arrived_at_inland_destination');
  const times = timesOf(arrival?.readings ?? []);
  const loaded = find('rail_loaded', behind);
  const unloaded = [...journey.marks].reverse().find(({ name, actual, imports }) => name === 'rail_unloaded' && actual && imports);
  return given<Partial<ContainerView>>({
    podRailLoadedAt: loaded?.at,
    podRailDepartedAt: find('rail_departed', behind)?.at,
    indEtaAt: times.expectedAt,
    indAtaAt: times.happenedAt,
    indRailUnloadedAt: unloaded?.at,
    podRailCarrierScac: scacOf(loaded ?? find('rail_departed', behind)),
    indRailCarrierScac: scacOf(unloaded ?? find('rail_arrived', behind)),
  });
};

const AT_POD: readonly Milestone[] = ['vessel_discharged', 'vessel_berthed', 'vessel_arrived', 'full_out'];

/** The terminal's own word first; else the newest event at the port of discharge that names one. */
const podTerminalOf = (journey: Journey, pod: FacilityState | undefined, atlas: Atlas): string | undefined => {
  if (pod?.facilityId) return pod.facilityId;
  const there = journey.marks.filter((mark) => AT_POD.includes(mark.name) && mark.spot === journey.pod);
  const readings = there.flatMap(({ readings }) => readings).sort((a, b) => b.standing - a.standing || saidFirst(b) - saidFirst(a) || (a.event.id < b.event.id ? -1 : 1));
  for (const { event } of readings) {
    const facility = facilityOf(event, atlas);
    if (facility?.type === 'terminal') return facility.id;
  }
  return undefined;
};

const saidFirst = ({ event }: Mark['best']): number => (event.reportedAt ?? event.receivedAt).getTime();

const MAIN: readonly Milestone[] = ['empty_out', 'full_in', 'vessel_loaded', 'vessel_departed', 'vessel_arrived', 'vessel_discharged', 'full_out', 'empty_in'];

/** Rule 13: a missing step is marked, never invented. */
export const gapsOf = (marks: readonly Mark[]): Milestone[] => {
  const done = new Set(marks.filter(({ actual }) => actual).map(({ name }) => name));
  const furthest = Math.max(-1, ...MAIN.filter((name) => done.has(name)).map(journeyRank));
  return MAIN.filter((name) => !done.has(name) && journeyRank(name) < furthest);
};

const zoneOf = (atlas: Atlas, spot: string | undefined): string | undefined => (spot ? atlas.place(spot)?.timeZone : undefined);

const pickupFacility = (journey: Journey, states: Facilities, podTerminalId: string | undefined, atlas: Atlas) => {
  const ramp = journey.destination ? atlas.railTerminal(journey.destination) : null;
  const inland = states.inland?.facilityId ? { id: states.inland.facilityId, type: states.inland.facilityType ?? 'terminal' } : ramp;
  if (inland) return { pickupFacilityId: inland.id, pickupFacilityType: inland.type };
  return podTerminalId ? { pickupFacilityId: podTerminalId, pickupFacilityType: 'terminal' } : {};
};

/** Who says whether it can be picked up: behind a train only the ramp does. */
const pickupFacts = (journey: Journey, states: Facilities) => {
  const inland = journey.destination !== undefined;
  const available = availabilityOf(journey, inland ? (states.inland ?? states.pod) : states.pod);
  const where = inland ? states.inland : states.pod;
  const known = where?.available ?? available.availableForPickup;
  return { available, facts: { ...(known === undefined ? {} : { available: known }), offDock: states.pod?.offDock ?? false, inland } };
};

/** Every field a client sees, from the rows and reports that are kept. */
export const viewOf = (record: ContainerRecord, journey: Journey, atlas: Atlas): ContainerView => {
  const find: Find = (name, test = () => true) => journey.marks.find((mark) => mark.name === name && mark.actual && test(mark));
  const states = facilitiesOf(record, journey);
  const { available, facts } = pickupFacts(journey, states);
  const podTerminalId = podTerminalOf(journey, states.pod, atlas);
  return {
    currentStatus: statusOf(journey.marks, { ...facts, delivered: record.deliveredAt !== undefined }),
    ...(record.isoCode ? atlas.box(record.isoCode) : {}),
    ...available,
    ...milestoneTimes(find, journey),
    ...railTimes(journey, find),
    ...terminalView(record, states),
    ...given<Partial<ContainerView>>({
      podTimezone: zoneOf(atlas, journey.pod),
      finalDestinationTimezone: zoneOf(atlas, journey.destination),
      emptyTerminatedTimezone: zoneOf(atlas, find('empty_in')?.spot),
      podTerminalId,
    }),
    ...pickupFacility(journey, states, podTerminalId, atlas),
    gaps: gapsOf(journey.marks),
  };
};
