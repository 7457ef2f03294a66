import type { ContainerRecord, ContainerView } from './container.js';
import { given } from './given.js';
import type { Journey } from './journey.js';
import { currentDeadline, pickupDeadline, type Deadlines, type FacilityState } from './terminal-report.js';

const newest = (states: readonly FacilityState[]): FacilityState | undefined => states.at(-1);

export type Facilities = { pod: FacilityState | undefined; inland: FacilityState | undefined };

/** Which report speaks for the quay and which for the ramp behind it. */
export const facilitiesOf = ({ facilities }: Pick<ContainerRecord, 'facilities'>, { destination }: Journey): Facilities => {
  const inland = facilities.filter(({ spot, source }) => source === 'rail' || (destination !== undefined && spot === destination));
  return { pod: newest(facilities.filter((state) => !inland.includes(state))), inland: newest(inland) };
};

/** Nothing can be picked up that is gone; before that the terminal knows best, then the carrier's notice. */
export const availabilityOf = (journey: Journey, state: FacilityState | undefined) => {
  const gone = journey.marks.some(({ name, actual, imports }) => actual && imports && (name === 'full_out' || name === 'empty_in'));
  const carrier = journey.marks.some(({ name, actual }) => name === 'available' && actual);
  const said = state?.available ?? (carrier ? true : undefined);
  return { availabilityKnown: said !== undefined, ...(said === undefined ? {} : { availableForPickup: said && !gone }) };
};

const deadlineFields = (deadlines: Deadlines) => {
  const { line, terminal, rail } = deadlines;
  const current = currentDeadline(deadlines);
  return given<Partial<ContainerView>>({
    pickupLfd: pickupDeadline(deadlines)?.at,
    pickupLfdLine: line?.at,
    pickupLfdTerminal: terminal?.at,
    pickupLfdRail: rail?.at,
    currentLfd: current?.at,
    currentLfdSource: current?.source,
    indFacilityLfdOn: rail?.at,
  });
};

const quayFields = (pod: FacilityState | undefined) =>
  given<Partial<ContainerView>>({
    terminalCheckedAt: pod?.checkedAt,
    podLastTrackingRequestAt: pod?.checkedAt,
    locationAtPodTerminal: pod?.yardLocation,
    podFullOutChassisNumber: pod?.chassisNumber,
  });

const charges = ({ pod, inland }: Facilities) => ({
  indFacilityHolds: inland?.holds ?? [],
  indFacilityFees: inland?.fees ?? [],
  holdsAtPodTerminal: pod?.holds ?? [],
  feesAtPodTerminal: pod?.fees ?? [],
});

/** Everything that reports say, and events do not. */
export const terminalView = ({ deadlines }: ContainerRecord, facilities: Facilities) => ({
  ...deadlineFields(deadlines),
  ...quayFields(facilities.pod),
  ...charges(facilities),
  ...given<Partial<ContainerView>>({
    railLastTrackingRequestAt: facilities.inland?.checkedAt,
    pickupAppointmentAt: facilities.inland?.appointmentAt ?? facilities.pod?.appointmentAt,
  }),
});
