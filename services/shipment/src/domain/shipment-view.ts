import { isLocode } from '@landfall/shipping/locode';
import type { Atlas } from './atlas.js';
import { timesOf } from './eta.js';
import { given } from './given.js';
import type { KeptEvent } from './carrier-event.js';
import type { Journey, Mark } from './journey.js';
import type { Plan, Spot } from './plan.js';
import type { LineName, ShipmentView } from './shipment.js';
import { underwayOf } from './underway.js';

const seaMark = (journey: Journey, names: readonly Mark['name'][], spot: Spot | undefined): Mark | undefined =>
  journey.marks.find((mark) => names.includes(mark.name) && mark.spot === spot);

// A place the source only named has no code to show.
const codeOf = (spot: Spot | undefined, planned: string | undefined): string | undefined => (spot && isLocode(spot) ? spot : planned);

const pol = ({ pol: spot }: Journey, plan: Plan | undefined, atlas: Atlas) => {
  const locode = codeOf(spot, plan?.portOfLading);
  const place = locode ? atlas.place(locode) : null;
  return given<Partial<ShipmentView>>({
    portOfLadingLocode: place?.locode ?? locode,
    portOfLadingName: place?.name,
    portOfLadingId: place?.id,
    polTimezone: place?.timeZone,
  });
};

const pod = ({ pod: spot }: Journey, plan: Plan | undefined, atlas: Atlas) => {
  const locode = codeOf(spot, plan?.portOfDischarge);
  const place = locode ? atlas.place(locode) : null;
  return given<Partial<ShipmentView>>({
    portOfDischargeLocode: place?.locode ?? locode,
    portOfDischargeName: place?.name,
    portOfDischargeId: place?.id,
    podTimezone: place?.timeZone,
  });
};

const destination = ({ destination: spot }: Journey, atlas: Atlas) => {
  if (!spot) return {};
  const place = atlas.place(spot);
  const ramp = atlas.railTerminal(spot);
  return given<Partial<ShipmentView>>({
    destinationLocode: place?.locode ?? codeOf(spot, undefined),
    destinationName: place?.name,
    destinationId: place?.id,
    destinationType: place?.type,
    destinationTimezone: place?.timeZone,
    destinationTerminalId: ramp?.id,
    destinationTerminalType: ramp?.type,
  });
};

/** The ship that brings it, from whoever at the port of discharge names one, else the last ship it left on. */
const vessel = (journey: Journey) => {
  const candidates: (KeptEvent | undefined)[] = [
    seaMark(journey, ['vessel_arrived'], journey.pod)?.best.event,
    seaMark(journey, ['vessel_discharged'], journey.pod)?.best.event,
    ...[...journey.calls].reverse().flatMap(({ load, depart }) => [load?.best.event, depart?.best.event]),
  ];
  const event = candidates.find((candidate) => candidate?.vesselName !== undefined || candidate?.vesselImo !== undefined);
  const voyage = event?.voyageNumber ?? candidates.find((candidate) => candidate?.voyageNumber !== undefined)?.voyageNumber;
  return given<Partial<ShipmentView>>({ podVesselName: event?.vesselName, podVesselImo: event?.vesselImo, podVoyageNumber: voyage });
};

const times = (journey: Journey) => {
  const departure = timesOf(seaMark(journey, ['vessel_departed'], journey.pol)?.readings ?? []);
  const arrival = timesOf(seaMark(journey, ['vessel_arrived'], journey.pod)?.readings ?? []);
  const inland = timesOf(journey.marks.find(({ name }) => name === 'arrived_at_inland_destination')?.readings ?? []);
  return given<Partial<ShipmentView>>({
    polEtdAt: departure.expectedAt,
    polOriginalEtdAt: departure.firstExpectedAt,
    polAtdAt: departure.happenedAt,
    podEtaAt: arrival.expectedAt,
    podOriginalEtaAt: arrival.firstExpectedAt,
    podAtaAt: arrival.happenedAt,
    destinationEtaAt: inland.expectedAt,
    destinationOriginalEtaAt: inland.firstExpectedAt,
    destinationAtaAt: inland.happenedAt,
  });
};

export type ShipmentLook = { journey: Journey; plan: Plan | undefined; line: LineName; podTerminalId?: string | undefined; atlas: Atlas };

/** Every derived field of a shipment, from the journey of all its rows together. */
export const shipmentView = ({ journey, plan, line, podTerminalId, atlas }: ShipmentLook): ShipmentView => ({
  shippingLineName: line.name,
  shippingLineShortName: line.shortName,
  ...pol(journey, plan, atlas),
  ...pod(journey, plan, atlas),
  ...destination(journey, atlas),
  ...(podTerminalId ? { podTerminalId } : {}),
  ...vessel(journey),
  ...times(journey),
  ...given<Partial<ShipmentView>>({ underway: underwayOf(journey, atlas) }),
});
