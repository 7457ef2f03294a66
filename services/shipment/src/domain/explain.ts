import type { NameId } from './atlas.js';
import type { Container } from './container.js';
import { byAuthority, type Reading } from './steps.js';
import type { KeptEvent } from './carrier-event.js';
import type { Journey, Mark } from './journey.js';
import { saidAt } from './kept-events.js';
import { rawEventId } from './raw-events.js';
import { DEADLINE_OWNERS } from './terminal-report.js';

export type Source = { dataSource: string; provider?: string; rawEventId?: string; payloadId?: string; receivedAt: Date };
export type Displaced = { value: unknown; source: Source; displacedAt: Date };
/** D-36: a value, who said so, and what it displaced. */
export type Explained = { field: string; value: unknown; source: Source; displaced: Displaced[] };

type Naming = (row: KeptEvent) => string;

const sourceOf = (row: KeptEvent, idOf: Naming): Source => ({
  dataSource: row.dataSource,
  ...(row.dataProviderName ? { provider: row.dataProviderName } : {}),
  rawEventId: idOf(row),
  ...(row.payloadId ? { payloadId: row.payloadId } : {}),
  receivedAt: row.receivedAt,
});

/** One field decided among readings: the best one's value, and every other value that was told before. */
const decided = <Value>(field: string, readings: readonly Reading[], valueOf: (reading: Reading) => Value | undefined, idOf: Naming): Explained[] => {
  const [best, ...others] = [...readings].sort(byAuthority).filter((reading) => valueOf(reading) !== undefined);
  if (!best) return [];
  const from = best.event.receivedAt;
  const displaced = others
    .filter((reading) => JSON.stringify(valueOf(reading)) !== JSON.stringify(valueOf(best)))
    .sort((a, b) => saidAt(b.event) - saidAt(a.event))
    .map((reading) => ({ value: valueOf(reading), source: sourceOf(reading.event, idOf), displacedAt: reading.event.receivedAt > from ? reading.event.receivedAt : from }));
  return [{ field, value: valueOf(best), source: sourceOf(best.event, idOf), displaced }];
};

const at = ({ at: time }: Reading): Date => time;
const actual = (mark: Mark | undefined): Reading[] => mark?.readings.filter(({ standing }) => standing === 2) ?? [];
const expected = (mark: Mark | undefined): Reading[] => mark?.readings.filter(({ standing }) => standing < 2) ?? [];

const FIELDS = {
  empty_out_at: 'empty_out', pol_full_in_at: 'full_in', pol_vessel_loaded_at: 'vessel_loaded', pol_vessel_departed_at: 'vessel_departed',
  pod_arrived_at: 'vessel_arrived', pod_discharged_at: 'vessel_discharged', empty_terminated_at: 'empty_in', ind_ata_at: 'arrived_at_inland_destination',
} as const;

const terminalFields = (container: Container): Explained[] => {
  const told = (state: Container['facilities'][number]): Source => ({ dataSource: state.source === 'rail' ? 'rail' : 'terminal', provider: state.source, receivedAt: state.checkedAt });
  const state = container.facilities.at(-1);
  const values = state ? { available_for_pickup: state.available, holds_at_pod_terminal: state.holds, fees_at_pod_terminal: state.fees, location_at_pod_terminal: state.yardLocation, pickup_appointment_at: state.appointmentAt } : {};
  const said = Object.entries(values).flatMap(([field, value]) => (state && value !== undefined ? [{ field, value, source: told(state), displaced: [] }] : []));
  const deadlines = DEADLINE_OWNERS.flatMap((owner) => {
    const deadline = container.deadlines[owner];
    if (!deadline) return [];
    const source: Source = { dataSource: owner === 'line' ? 'shipping_line' : owner, provider: deadline.source, receivedAt: deadline.saidAt };
    return [{ field: `pickup_lfd_${owner}`, value: deadline.at, source, displaced: [] }];
  });
  return [...said, ...deadlines];
};

/** The row that last moved the box is what its status rests on. */
const statusOf = (container: Container, journey: Journey, idOf: Naming): Explained[] => {
  const last = journey.marks.filter((mark) => mark.actual).at(-1);
  return last ? [{ field: 'current_status', value: container.currentStatus, source: sourceOf(last.best.event, idOf), displaced: [] }] : [];
};

const spotFields = (journey: Journey, idOf: Naming): Explained[] => {
  const outs = journey.marks.filter(({ name, actual: done }) => name === 'full_out' && done);
  return outs.flatMap((mark) => decided(mark.spot === journey.pod || !journey.destination ? 'pod_full_out_at' : 'final_destination_full_out_at', actual(mark), at, idOf));
};

export const explainContainer = (container: Container, journey: Journey, nameId: NameId): Explained[] => {
  const idOf: Naming = (row) => rawEventId(nameId, container.id, row.id);
  const mark = (name: Mark['name']) => journey.marks.find((one) => one.name === name);
  return [
    ...statusOf(container, journey, idOf),
    ...Object.entries(FIELDS).flatMap(([field, name]) => decided(field, actual(mark(name)), at, idOf)),
    ...spotFields(journey, idOf),
    ...decided('ind_eta_at', expected(mark('arrived_at_inland_destination')), at, idOf),
    ...terminalFields(container),
  ];
};

/** A shipment's fields rest on the rows of all its boxes together. */
export const explainShipment = (journey: Journey, idOf: Naming): Explained[] => {
  const mark = (name: Mark['name'], spot?: string) => journey.marks.find((one) => one.name === name && (spot === undefined || one.spot === spot));
  const departure = mark('vessel_departed', journey.pol);
  const arrival = mark('vessel_arrived', journey.pod);
  const inland = mark('arrived_at_inland_destination');
  return [
    ...decided('port_of_lading_locode', (departure ?? mark('vessel_loaded', journey.pol))?.readings ?? [], ({ event }) => event.locationLocode, idOf),
    ...decided('port_of_discharge_locode', (arrival ?? mark('vessel_discharged', journey.pod))?.readings ?? [], ({ event }) => event.locationLocode, idOf),
    ...decided('pol_etd_at', expected(departure), at, idOf),
    ...decided('pol_atd_at', actual(departure), at, idOf),
    ...decided('pod_eta_at', expected(arrival), at, idOf),
    ...decided('pod_ata_at', actual(arrival), at, idOf),
    ...decided('pod_vessel_name', arrival?.readings ?? [], ({ event }) => event.vesselName, idOf),
    ...decided('pod_vessel_imo', arrival?.readings ?? [], ({ event }) => event.vesselImo, idOf),
    ...decided('pod_voyage_number', arrival?.readings ?? [], ({ event }) => event.voyageNumber, idOf),
    ...decided('destination_eta_at', expected(inland), at, idOf),
    ...decided('destination_ata_at', actual(inland), at, idOf),
  ];
};
