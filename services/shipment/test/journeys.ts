import { nameId } from '@landfall/kit/identity';
import type { Atlas, Place } from '../src/domain/atlas.js';
import { applySnapshot, type Applied, type Snapshot } from '../src/domain/apply-snapshot.js';
import type { CarrierEvent } from '../src/domain/carrier-event.js';
import type { Container } from '../src/domain/container.js';
import type { ShipmentContext } from '../src/domain/context.js';
import { newShipment } from '../src/domain/new-shipment.js';
import type { Shipment } from '../src/domain/shipment.js';

const place = (locode: string, name: string, timeZone: string, type: Place['type'] = 'port'): Place => ({ id: nameId('place', locode), type, locode, name, timeZone });

const PLACES = [
  place('CNYTN', 'Yantian', 'Asia/Shanghai'),
  place('CNSHA', 'Shanghai', 'Asia/Shanghai'),
  place('SGSIN', 'Singapore', 'Asia/Singapore'),
  place('KRPUS', 'Busan', 'Asia/Seoul'),
  place('NLRTM', 'Rotterdam', 'Europe/Amsterdam'),
  place('BEANR', 'Antwerp', 'Europe/Brussels'),
  place('USLAX', 'Los Angeles', 'America/Los_Angeles'),
  place('USOAK', 'Oakland', 'America/Los_Angeles'),
  place('USCHI', 'Chicago', 'America/Chicago', 'metro_area'),
];

/** A small world that the rules can be asked about. */
export const atlas: Atlas = {
  place: (locode) => PLACES.find((one) => one.locode === locode) ?? null,
  terminal: ({ locode, smdgCode, firmsCode }) => {
    const code = smdgCode ?? firmsCode;
    return code && locode ? { id: nameId('terminal', locode, code), type: 'terminal', locode } : null;
  },
  railTerminal: (locode) => (locode === 'USCHI' ? { id: nameId('rail_terminal', locode), type: 'rail_terminal', locode } : null),
  vesselId: (imo) => nameId('vessel', imo),
  box: (iso) => (iso === '45G1' ? { equipmentType: 'dry', equipmentLength: 40, equipmentHeight: 'high_cube' } : {}),
};

export const BOX = 'TRKU1000010';
export const SECOND_BOX = 'TRKU1000237';

type Extra = Partial<CarrierEvent>;

const at = (text: string) => new Date(text.length === 10 ? `${text}T12:00:00Z` : text);
let count = 0;

/** An event with a key of its own: `equipment('GTOT', 'EMPTY', 'CNYTN', '2026-02-20')`. */
export const equipment = (eventCode: string, emptyIndicator: string, locationLocode: string, time: string, extra: Extra = {}): CarrierEvent => ({
  key: `k${(count += 1)}`,
  eventType: 'EQUIPMENT',
  eventCode,
  classifier: 'ACT',
  emptyIndicator,
  originalEvent: `EQUIPMENT/${eventCode}/${emptyIndicator}`,
  occursAt: at(time),
  reportedAt: at(time),
  locationLocode,
  retracted: false,
  dataSource: 'shipping_line',
  flags: [],
  ...extra,
});

const { emptyIndicator: _, ...plain } = equipment('x', 'x', 'x', '2026-01-01');

export const transport = (eventCode: string, locationLocode: string, time: string, extra: Extra = {}): CarrierEvent => ({
  ...plain,
  key: `k${(count += 1)}`,
  eventType: 'TRANSPORT',
  eventCode,
  mode: 'VESSEL',
  originalEvent: `TRANSPORT/${eventCode}`,
  occursAt: at(time),
  reportedAt: at(time),
  locationLocode,
  ...extra,
});

export const sea = (name: string, voyageNumber: string, extra: Extra = {}): Extra => ({ mode: 'VESSEL', vesselName: name, vesselImo: '9074729', voyageNumber, ...extra });
export const rail: Extra = { mode: 'RAIL', facilityType: 'RAMP' };
export const estimated = (reportedAt: string, extra: Extra = {}): Extra => ({ classifier: 'EST', reportedAt: at(reportedAt), ...extra });

export type Voyage = { pol?: string; pod?: string; destination?: string };

export const snapshotOf = (boxes: Record<string, readonly CarrierEvent[]>, events: readonly CarrierEvent[], voyage: Voyage = {}, more: Partial<Snapshot> = {}): Snapshot => ({
  plan: {
    saidAt: new Date('2026-01-01T00:00:00Z'),
    ...(voyage.pol ? { portOfLading: voyage.pol } : {}),
    ...(voyage.pod ? { portOfDischarge: voyage.pod } : {}),
    ...(voyage.destination ? { destination: voyage.destination } : {}),
  },
  bookingCancelled: false,
  containers: Object.entries(boxes).map(([number, own]) => ({ number, isoCode: '45G1', events: own })),
  events,
  ...more,
});

const LONG_AFTER = new Date('2026-12-31T00:00:00Z');

export const contextAt = (asOf: Date = LONG_AFTER, now: Date = asOf): ShipmentContext => ({ now, takenAt: now, asOf, atlas, nameId, line: { name: 'Example Line', shortName: 'Example' } });

export const emptyShipment = () =>
  newShipment({ accountId: 'acc', scac: 'MAEU', number: 'BL4410077', now: new Date('2026-01-01T00:00:00Z') }, nameId);

export type State = { shipment: Shipment; containers: Container[]; told: string[]; applied: Applied };

/** Applies snapshots one after the other, as the app does, and remembers what the world was told. */
export const play = (snapshots: readonly Snapshot[], contexts: readonly ShipmentContext[] = []): State => {
  let shipment: Shipment | ReturnType<typeof emptyShipment> = emptyShipment();
  let containers: Container[] = [];
  const told: string[] = [];
  let applied: Applied | undefined;
  snapshots.forEach((snapshot, index) => {
    applied = applySnapshot(shipment, containers, snapshot, contexts[index] ?? contexts.at(-1) ?? contextAt());
    shipment = applied.shipment;
    const settled = new Map(applied.containers.map(({ container }) => [container.id, container]));
    containers = [...containers.filter(({ id }) => !settled.has(id)), ...settled.values()].sort((a, b) => (a.number < b.number ? -1 : a.number > b.number ? 1 : a.ordinal - b.ordinal));
    told.push(...toldBy(applied));
  });
  if (!applied) throw new Error('A test plays at least one snapshot.');
  return { shipment: applied.shipment, containers, told, applied };
};

const toldBy = ({ containers, announcements }: Applied): string[] => [
  ...containers.flatMap((settled) =>
    settled.announcements.map((announcement) => (announcement.kind === 'transport_event' ? announcement.transportEvent.event.replace('container.transport.', '') : announcement.kind)),
  ),
  ...announcements.map(({ kind }) => kind),
];

/** Milestones of a container that stand, in the order of the journey. */
export const milestones = ({ transportEvents }: Container): string[] =>
  transportEvents
    .filter(({ event, invalidatedAt }) => event.startsWith('container.transport.') && !invalidatedAt)
    .sort((a, b) => a.journeyOrder - b.journeyOrder)
    .map(({ event }) => event.replace('container.transport.', ''));

/** A journey from Yantian to Los Angeles, from the empty pick-up to the empty return. */
export const direct = (): CarrierEvent[] => {
  const ship = sea('EXAMPLE STAR', '612E');
  return [
    equipment('GTOT', 'EMPTY', 'CNYTN', '2026-02-20', { mode: 'TRUCK', facilityType: 'DEPO' }),
    equipment('GTIN', 'LADEN', 'CNYTN', '2026-02-26', { mode: 'TRUCK', facilityType: 'POTE' }),
    equipment('LOAD', 'LADEN', 'CNYTN', '2026-03-02', { ...ship, transportCallKey: 'TC-CNYTN' }),
    equipment('DISC', 'LADEN', 'USLAX', '2026-03-19', { ...ship, transportCallKey: 'TC-USLAX', facilityCode: 'APMT', facilityCodeList: 'SMDG' }),
    equipment('GTOT', 'LADEN', 'USLAX', '2026-03-23', { mode: 'TRUCK' }),
    equipment('GTIN', 'EMPTY', 'USLAX', '2026-03-28', { mode: 'TRUCK' }),
  ];
};

export const directSailing = (): CarrierEvent[] => {
  const ship = sea('EXAMPLE STAR', '612E');
  return [
    transport('DEPA', 'CNYTN', '2026-03-03', { ...ship, transportCallKey: 'TC-CNYTN' }),
    transport('ARRI', 'USLAX', '2026-03-17', { ...ship, transportCallKey: 'TC-USLAX', ...estimated('2026-03-01') }),
    transport('ARRI', 'USLAX', '2026-03-18', { ...ship, transportCallKey: 'TC-USLAX' }),
  ];
};
