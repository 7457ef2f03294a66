import type { TakenSnapshot } from '../src/app/apply-to-shipment.js';
import type { CarrierEvent } from '../src/domain/carrier-event.js';
import type { TrackedRequest } from '../src/domain/tracked-request.js';

const ACCOUNT = 'bench';
const DAY = 86_400_000;
const START = Date.parse('2026-03-01T00:00:00Z');

const event = (key: string, day: number, change: Partial<CarrierEvent>): CarrierEvent => ({
  key, eventType: 'EQUIPMENT', eventCode: 'LOAD', classifier: 'ACT', originalEvent: key, retracted: false, dataSource: 'shipping_line', flags: [],
  occursAt: new Date(START + day * DAY), reportedAt: new Date(START + day * DAY), vesselName: 'EXAMPLE STAR', vesselImo: '9074729', voyageNumber: '612E', ...change,
});

const LADEN = { emptyIndicator: 'LADEN' }, EMPTY = { emptyIndicator: 'EMPTY', mode: 'TRUCK' };

// Seven rows a box and five of the voyage: 40 events, five containers (D-74).
const boxEvents = (box: string): CarrierEvent[] => [
  event(`${box}1`, -9, { ...EMPTY, eventCode: 'GTOT', locationLocode: 'CNYTN' }),
  event(`${box}2`, -3, { ...LADEN, mode: 'TRUCK', eventCode: 'GTIN', locationLocode: 'CNYTN' }),
  event(`${box}3`, 1, { ...LADEN, mode: 'VESSEL', locationLocode: 'CNYTN', transportCallKey: 'A' }),
  event(`${box}4`, 6, { ...LADEN, mode: 'VESSEL', eventCode: 'DISC', locationLocode: 'SGSIN', transportCallKey: 'B' }),
  event(`${box}5`, 9, { ...LADEN, mode: 'VESSEL', locationLocode: 'SGSIN', transportCallKey: 'C', classifier: 'EST' }),
  event(`${box}6`, 30, { ...LADEN, mode: 'VESSEL', eventCode: 'DISC', locationLocode: 'NLRTM', transportCallKey: 'D', classifier: 'EST' }),
  event(`${box}7`, 33, { ...LADEN, mode: 'TRUCK', eventCode: 'GTOT', locationLocode: 'NLRTM', classifier: 'PLN' }),
];

const voyage = (etaDay: number): CarrierEvent[] =>
  ([['DEPA', 'CNYTN', 1.5, 'A', 'ACT'], ['ARRI', 'SGSIN', 5.5, 'B', 'ACT'], ['DEPA', 'SGSIN', 10, 'C', 'EST'], ['ARRI', 'NLRTM', etaDay, 'D', 'EST'], ['DEPA', 'NLRTM', 32, 'D', 'PLN']] as const).map(([eventCode, locationLocode, day, transportCallKey, classifier]) =>
    event(`${eventCode}${locationLocode}${day}`, day, { eventType: 'TRANSPORT', mode: 'VESSEL', eventCode, locationLocode, transportCallKey, classifier, reportedAt: new Date(START + etaDay * 1_000) }));

export const requestOf = (n: number): TrackedRequest => ({
  id: `request-${n}`, accountId: ACCOUNT, requestType: 'bill_of_lading', requestNumber: `BL${n}`, normalizedNumber: `BL${n}`, refNumbers: [`PO-${n}`], tags: [],
  shipmentFields: [], containerFields: [], createdAt: new Date(START),
});

/** The answer for the n-th number; each `turn` says something new of the arrival. */
export const takenOf = (n: number, sequence: number, turn: number): TakenSnapshot => ({
  watchId: `watch-${n}`, scac: 'MAEU', sequence, digest: `digest-${turn}`, takenAt: new Date(START + 7 * DAY), sourceNow: new Date(START + 7 * DAY),
  trackers: [{ accountId: ACCOUNT, trackingRequestId: `request-${n}` }],
  snapshot: {
    billOfLadingNumber: `BL${n}`,
    plan: { portOfLading: 'CNYTN', portOfDischarge: 'NLRTM', saidAt: new Date(START + 7 * DAY) },
    bookingCancelled: false,
    containers: Array.from({ length: 5 }, (_, box) => ({ number: `BOXU${String(n * 5 + box).padStart(7, '0')}`, isoCode: '45G1', events: boxEvents(`${n}-${box}-`) })),
    events: voyage(29 + turn / 10),
  },
});

export { ACCOUNT };
