import { toOffsetTime } from '@landfall/shipping/local-date';
import type { DcsaEvent, DcsaLocation, DcsaTransportCall } from './dcsa-event.js';
import { instantOf, type Box, type Journey, type JourneyStop } from './journey.js';
import type { Paper, Saying, Step } from './scenario.js';
import type { NameId, WorldPlace } from './world.js';

/** One event as the carrier tells it from a moment on, and takes it back from another. */
export type Statement = { event: DcsaEvent; toldAt: Date; withdrawnAt?: Date };

const locationOf = ({ name, locode, latitude, longitude }: WorldPlace): DcsaLocation => ({
  locationName: name, UNLocationCode: locode, latitude: latitude.toFixed(4), longitude: longitude.toFixed(4),
});

const facilityOf = ({ terminal }: JourneyStop): Partial<DcsaTransportCall> =>
  terminal?.smdgCode ? { facilityCode: terminal.smdgCode, facilityCodeListProvider: 'SMDG' } : {};

/** Where ships berth, trains are unloaded and lorries are let in. */
const typeOfPlace = (step: Step, mode: string): string => {
  if (mode === 'RAIL') return step.at === 'DEST' ? 'RAMP' : 'POTE';
  if (mode !== 'TRUCK') return 'POTE';
  if (step.type === 'EQUIPMENT' && step.cargo === 'EMPTY') return 'DEPO';
  return step.at === 'DEST' ? 'INTE' : 'POTE';
};

const callOf = (journey: Journey, step: Step, stop: JourneyStop): DcsaTransportCall => {
  const leg = step.leg === undefined ? undefined : journey.legs.get(step.leg);
  const mode = leg?.mode ?? 'TRUCK';
  const type = typeOfPlace(step, mode);
  const base = {
    transportCallID: leg ? leg.callId(step.at) : `${journey.number}-GATE-${step.at}`,
    UNLocationCode: stop.place.locode,
    // A depot or a ramp is not the terminal, although it lies in the same town.
    ...(type === 'POTE' ? facilityOf(stop) : { otherFacility: `${stop.place.name} ${type === 'DEPO' ? 'Depot' : 'Rail Ramp'}` }),
    facilityTypeCode: type,
    modeOfTransport: mode,
    location: locationOf(stop.place),
  };
  if (!leg || leg.mode === 'RAIL') return leg ? { ...base, transportCallSequenceNumber: stop.sequence } : base;
  const ship = leg.ship
    ? { vesselIMONumber: leg.ship.imo, vesselName: leg.ship.name, ...(leg.ship.flag ? { vesselFlag: leg.ship.flag } : {}) }
    : { vesselName: `SANDBOX BARGE ${leg.id}` };
  return { ...base, carrierServiceCode: journey.service, exportVoyageNumber: leg.voyage, importVoyageNumber: leg.voyage, transportCallSequenceNumber: stop.sequence, vessel: ship };
};

type Head = Pick<DcsaEvent, 'eventID' | 'eventClassifierCode' | 'eventCreatedDateTime' | 'eventDateTime' | 'documentReferences' | 'references'>;

const headOf = (journey: Journey, id: string, saying: Saying, at: Date, zone: string): Head => ({
  eventID: id,
  eventClassifierCode: saying.as,
  eventCreatedDateTime: instantOf(journey, saying.told).toISOString(),
  eventDateTime: toOffsetTime(at, zone),
  documentReferences: [
    { documentReferenceType: 'BKG', documentReferenceValue: journey.number },
    { documentReferenceType: 'TRD', documentReferenceValue: journey.number },
  ],
  references: [{ referenceType: 'PO', referenceValue: journey.purchaseOrder }],
});

const timesOf = (journey: Journey, saying: Saying): Pick<Statement, 'toldAt' | 'withdrawnAt'> => ({
  toldAt: instantOf(journey, saying.told),
  ...(saying.withdrawn === undefined ? {} : { withdrawnAt: instantOf(journey, saying.withdrawn) }),
});

type Teller = { journey: Journey; nameId: NameId };

const idOf = ({ journey, nameId }: Teller, ...parts: (string | number)[]): string => nameId('sandbox-event', journey.number, journey.startedAt.toISOString(), ...parts.map(String));

/** Only what a box did carries its seal, and only when it is full. */
const equipmentOf = (step: Extract<Step, { type: 'EQUIPMENT' }>, box: Box): Partial<DcsaEvent> => ({
  equipmentEventTypeCode: step.code,
  equipmentReference: box.number,
  ISOEquipmentCode: box.isoCode,
  emptyIndicatorCode: step.cargo,
  ...(step.cargo === 'LADEN' ? { seals: [{ sealNumber: box.seal, sealSource: 'SHI', sealType: 'BLT' }] } : {}),
});

const ofStep = (teller: Teller, step: Step): Statement[] => {
  const { journey } = teller;
  const stop = journey.stops.get(step.at);
  if (!stop) return [];
  const call = callOf(journey, step, stop);
  const boxes = step.type === 'EQUIPMENT' ? journey.boxes : [null];
  return boxes.flatMap((box) =>
    step.says.map((saying, revision): Statement => {
      const later = box ? box.index * journey.scenario.spread : 0;
      const moved = { ...saying, day: saying.day + later, told: saying.told === 0 ? 0 : saying.told + later };
      const id = idOf(teller, step.id, box?.number ?? '', saying.as, revision);
      const head = headOf(journey, id, moved, instantOf(journey, moved.day), stop.place.zone);
      const event: DcsaEvent =
        step.type === 'TRANSPORT'
          ? { ...head, eventType: 'TRANSPORT', transportEventTypeCode: step.code, ...(saying.delay ? { delayReasonCode: saying.delay } : {}), transportCall: call }
          : { ...head, eventType: 'EQUIPMENT', ...(box ? equipmentOf(step, box) : {}), eventLocation: locationOf(stop.place), transportCall: call };
      return { event, ...timesOf(journey, moved) };
    }),
  );
};

const ofPaper = (teller: Teller, { code, document, day, reason }: Paper): Statement => {
  const { journey } = teller;
  const saying: Saying = { as: 'ACT', day, told: day };
  const head = headOf(journey, idOf(teller, code, document), saying, instantOf(journey, day), 'UTC');
  return {
    event: { ...head, eventType: 'SHIPMENT', shipmentEventTypeCode: code, documentTypeCode: document, documentID: journey.number, ...(reason ? { reason } : {}) },
    ...timesOf(journey, saying),
  };
};

/** Everything that will ever be told of a journey, in the order of telling. */
export const statementsOf = (journey: Journey, nameId: NameId): Statement[] => {
  const teller = { journey, nameId };
  const { steps, papers, silentAfter } = journey.scenario;
  const end = silentAfter === undefined ? Infinity : instantOf(journey, silentAfter).getTime();
  return [...papers.map((paper) => ofPaper(teller, paper)), ...steps.flatMap((step) => ofStep(teller, step))]
    .filter(({ toldAt }) => toldAt.getTime() <= end)
    .sort((a, b) => a.toldAt.getTime() - b.toldAt.getTime() || (a.event.eventID < b.event.eventID ? -1 : 1));
};

/** What is told at a moment. What was taken back stays, marked, under the time of its taking back. */
export const eventsAt = (statements: readonly Statement[], now: Date): DcsaEvent[] =>
  statements.flatMap(({ event, toldAt, withdrawnAt }) => {
    if (toldAt > now) return [];
    return [withdrawnAt && withdrawnAt <= now ? { ...event, isRetracted: true as const, eventCreatedDateTime: withdrawnAt.toISOString() } : event];
  });
