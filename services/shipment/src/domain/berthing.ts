import type { Milestone } from '@landfall/shipping/milestone';
import type { Atlas } from './atlas.js';
import type { CarrierEvent } from './carrier-event.js';
import type { Container, ContainerRecord } from './container.js';
import type { Context } from './context.js';
import type { Journey } from './journey.js';
import { journeyOfContainer, rowsOf } from './journey-of-container.js';
import { keepEvents } from './kept-events.js';
import { plannedSpots, spotOf } from './plan.js';
import { settleContainer, type Settled } from './settle-container.js';
import type { Shipment } from './shipment.js';

/** A ship was heard to make fast, in an area that several ports may share. */
export type Berthing = {
  imo: string;
  name?: string;
  locodes: readonly string[];
  terminal?: { locode: string; smdgCode: string };
  at: Date;
};

const LEAVING: readonly Milestone[] = ['vessel_loaded', 'vessel_departed', 'transshipment_loaded', 'transshipment_departed', 'feeder_loaded', 'feeder_departed'];

const happened = ({ marks }: Journey, names: readonly Milestone[], before: Date): boolean => marks.some(({ name, actual, at }) => actual && names.includes(name) && at < before);

/** Does this ship bring the container to its port of discharge? One that calls there before the box is aboard, or again after it is ashore, does not. */
const brings = (journey: Journey, { imo, at }: Berthing): boolean =>
  journey.marks.some(({ spot, best }) => spot === journey.pod && best.family === 'sea' && best.event.vesselImo === imo) &&
  happened(journey, LEAVING, at) &&
  !happened(journey, ['vessel_discharged', 'full_out', 'empty_in'], at);

/** The port as the carrier calls it: of neighbours whose areas overlap, the one where the box is discharged. */
const portOf = (journey: Journey, { locodes }: Berthing, atlas: Atlas): string | undefined => locodes.find((locode) => spotOf(atlas, locode) === journey.pod);

/** The nearest quay is a guess, good enough only while nobody has named the terminal. */
const quayOf = ({ terminal }: Berthing, locode: string, { podTerminalId }: Container, atlas: Atlas): Partial<CarrierEvent> =>
  podTerminalId === undefined && terminal && spotOf(atlas, terminal.locode) === spotOf(atlas, locode) ? { facilityCode: terminal.smdgCode, facilityCodeList: 'SMDG' } : {};

const eventOf = ({ imo, name, at }: Berthing, locode: string, quay: Partial<CarrierEvent>): CarrierEvent => ({
  key: `ais:TRANSPORT:BERT:${imo}:${locode}:${at.toISOString()}`,
  eventType: 'TRANSPORT',
  eventCode: 'BERT',
  classifier: 'ACT',
  originalEvent: 'Moored',
  retracted: false,
  dataSource: 'ais',
  dataProviderName: 'AIS',
  flags: [],
  mode: 'VESSEL',
  occursAt: at,
  locationLocode: locode,
  vesselImo: imo,
  ...(name ? { vesselName: name } : {}),
  ...quay,
});

const isKnown = (record: ContainerRecord, imo: string, locode: string): boolean =>
  rowsOf(record).some(({ eventCode, vesselImo, locationLocode }) => eventCode === 'BERT' && vesselImo === imo && locationLocode === locode);

/**
 * The container after its ship made fast, or null when the ship, the port or the moment is not of its journey. A second
 * berth in the same port is a shift along the quay, and no news.
 */
export const applyBerthing = (shipment: Pick<Shipment, 'id' | 'plan'>, before: Container, berthing: Berthing, context: Context): Settled | null => {
  const { atlas, asOf, takenAt, nameId } = context;
  const planned = plannedSpots(atlas, shipment.plan);
  const journey = journeyOfContainer(before, { atlas, asOf, planned });
  const locode = portOf(journey, berthing, atlas);
  if (locode === undefined || before.endsAt || isKnown(before, berthing.imo, locode) || !brings(journey, berthing)) return null;
  const own = keepEvents(before.own, [eventOf(berthing, locode, quayOf(berthing, locode, before, atlas))], { scope: `${shipment.id} ${before.number}`, takenAt, nameId, atlas });
  return settleContainer(before, { ...before, own }, planned, { ...context, saidAt: berthing.at, dataSource: 'ais' });
};
