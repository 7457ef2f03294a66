import { expect } from 'chai';
import { eventsOfStatus } from '../../src/domain/edi/edi-status.js';
import { readX12Status } from '../../src/domain/edi/x12-315.js';
import { normalise } from '../../src/domain/normalise.js';
import { allEvents, type CarrierEvent } from '../../src/domain/snapshot.js';
import { syntax } from '../../src/outside/edi/syntax.js';
import { set315, x12, type Set315 } from '../support/edi.js';
import { arrivalAtLosAngeles, loadAtYantian } from '../support/raw-events.js';
import type { Json } from '../../src/domain/json.js';

const reading = { scac: 'CARX', providerName: 'Carrier X', now: new Date('2027-01-01T00:00:00Z'), zoneOf: () => 'UTC' };

const read = (events: Json[], repairs: Parameters<typeof normalise>[1]['repairs'] = []): { events: CarrierEvent[]; unknown: string[] } => {
  const result = normalise([events], { body: { kind: 'array' }, repairs }, { type: 'bill_of_lading', number: 'BL4410077' }, reading);
  if (!result.ok) throw new Error(result.reason);
  return { events: allEvents(result.snapshot), unknown: result.unknown.map(({ code }) => code) };
};

/** `EQUIPMENT/GTOT EMPTY TRUCK EST @POL #CUS`: what the shipment decides by, and no more. */
const brief = ({ eventType, eventCode, emptyIndicator, mode, classifier, phase, documentType }: CarrierEvent): string =>
  [`${eventType}/${eventCode}`, emptyIndicator, mode, classifier === 'ACT' ? undefined : classifier, phase && `@${phase}`, documentType && `#${documentType}`].filter(Boolean).join(' ');

const letter = (options: Set315 & { place?: string }): { first: string; known: boolean } => {
  const { place = 'USLAX', ...set } = options;
  const text = x12([set315(set)]).replace(/R4\*5\*UN\*USLAX\*LOS ANGELES/, `R4*5*UN*${place}*SOMEWHERE`).replace('*USLAX*TRKU', `*${place}*TRKU`);
  const message = syntax().read('x12', Buffer.from(text)).sets[0]?.message;
  if (message?.format !== 'x12') throw new Error('The set was not read.');
  const status = readX12Status(message.segments);
  if (!status) throw new Error('The set tells no status.');
  const { events, unknown } = read(eventsOfStatus(status).slice(0, 1));
  return { first: events.map(brief).join(), known: unknown.length === 0 };
};

const equipment = (code: string, empty: string, mode: string | null, more: Json = {}): Json =>
  loadAtYantian({ equipmentEventTypeCode: code, emptyIndicatorCode: empty, ...(mode === null ? {} : { transportCall: { modeOfTransport: mode, UNLocationCode: 'USLAX' } }), ...more });
const transport = (code: string, classifier: string, mode: string, more: Json = {}): Json =>
  arrivalAtLosAngeles({ transportEventTypeCode: code, eventClassifierCode: classifier, transportCall: { modeOfTransport: mode, UNLocationCode: 'USLAX' }, ...more });
const paper = (code: string, document: string): Json => ({ eventID: `${code}${document}`, eventType: 'SHIPMENT', shipmentEventTypeCode: code, documentTypeCode: document, documentID: 'BL4410077', eventClassifierCode: 'ACT', eventDateTime: '2026-03-01T00:00:00Z' });

/** carrier-data 5, column DCSA, row by row; the shipment's table (test/domain/mapping.test.ts there) goes on from here. */
const DCSA: [row: string, event: Json, reads: string][] = [
  ['empty_out', equipment('GTOT', 'EMPTY', 'TRUCK'), 'EQUIPMENT/GTOT EMPTY TRUCK'],
  ['empty_out', equipment('PICK', 'EMPTY', 'TRUCK'), 'EQUIPMENT/PICK EMPTY TRUCK'],
  ['full_in', equipment('GTIN', 'LADEN', 'TRUCK'), 'EQUIPMENT/GTIN LADEN TRUCK'],
  ['full_in', equipment('DROP', 'LADEN', 'TRUCK'), 'EQUIPMENT/DROP LADEN TRUCK'],
  ['vessel_loaded, transshipment_loaded', equipment('LOAD', 'LADEN', 'VESSEL'), 'EQUIPMENT/LOAD LADEN VESSEL'],
  ['vessel_departed, transshipment_departed', transport('DEPA', 'ACT', 'VESSEL'), 'TRANSPORT/DEPA VESSEL'],
  ['vessel_arrived, transshipment_arrived', transport('ARRI', 'ACT', 'VESSEL'), 'TRANSPORT/ARRI VESSEL'],
  ['vessel_discharged, transshipment_discharged', equipment('DISC', 'LADEN', 'VESSEL'), 'EQUIPMENT/DISC LADEN VESSEL'],
  ['feeder_loaded', equipment('LOAD', 'LADEN', 'BARGE'), 'EQUIPMENT/LOAD LADEN BARGE'],
  ['feeder_departed', transport('DEPA', 'ACT', 'BARGE'), 'TRANSPORT/DEPA BARGE'],
  ['feeder_arrived', transport('ARRI', 'ACT', 'BARGE'), 'TRANSPORT/ARRI BARGE'],
  ['feeder_discharged', equipment('DISC', 'LADEN', 'BARGE'), 'EQUIPMENT/DISC LADEN BARGE'],
  ['available (v3)', equipment('AVPU', 'LADEN', null), 'EQUIPMENT/AVPU LADEN VESSEL'],
  ['rail_loaded', equipment('LOAD', 'LADEN', 'RAIL'), 'EQUIPMENT/LOAD LADEN RAIL'],
  ['rail_departed', transport('DEPA', 'ACT', 'RAIL'), 'TRANSPORT/DEPA RAIL'],
  ['rail_arrived, arrived_at_inland_destination', transport('ARRI', 'ACT', 'RAIL'), 'TRANSPORT/ARRI RAIL'],
  ['rail_unloaded', equipment('DISC', 'LADEN', 'RAIL'), 'EQUIPMENT/DISC LADEN RAIL'],
  ['estimated.arrived_at_inland_destination', transport('ARRI', 'EST', 'RAIL'), 'TRANSPORT/ARRI RAIL EST'],
  ['estimated.arrived_at_inland_destination', transport('ARRI', 'PLN', 'RAIL'), 'TRANSPORT/ARRI RAIL PLN'],
  ['full_out', equipment('GTOT', 'LADEN', 'TRUCK'), 'EQUIPMENT/GTOT LADEN TRUCK'],
  ['full_out', equipment('PICK', 'LADEN', 'TRUCK'), 'EQUIPMENT/PICK LADEN TRUCK'],
  ['empty_in', equipment('GTIN', 'EMPTY', 'TRUCK'), 'EQUIPMENT/GTIN EMPTY TRUCK'],
  ['empty_in', equipment('DROP', 'EMPTY', 'TRUCK'), 'EQUIPMENT/DROP EMPTY TRUCK'],
  ['shipment.estimated.arrival', transport('ARRI', 'EST', 'VESSEL'), 'TRANSPORT/ARRI VESSEL EST'],
  ['shipment.estimated.arrival', transport('ARRI', 'PLN', 'VESSEL'), 'TRANSPORT/ARRI VESSEL PLN'],
  ['holds', paper('HOLD', 'CUS'), 'SHIPMENT/HOLD #CUS'],
  ['customs_release', paper('RELS', 'CUS'), 'SHIPMENT/RELS #CUS'],
  ['carrier_release', paper('RELS', 'TRD'), 'SHIPMENT/RELS #TRD'],
  ['customs (v3)', equipment('CUSI', 'LADEN', null), 'EQUIPMENT/CUSI LADEN VESSEL'],
  ['customs (v3)', equipment('CUSS', 'LADEN', null), 'EQUIPMENT/CUSS LADEN VESSEL'],
  ['customs (v3)', equipment('CUSR', 'LADEN', null), 'EQUIPMENT/CUSR LADEN VESSEL'],
  ...['STUF', 'STRP', 'INSP', 'RSEA', 'RMVD', 'CROS'].map((code): [string, Json, string] => ['raw only', equipment(code, 'LADEN', 'TRUCK'), `EQUIPMENT/${code} LADEN TRUCK`]),
  ...['RECE', 'DRFT', 'PENA', 'PENU', 'REJE', 'APPR', 'ISSU', 'SURR', 'SUBM', 'VOID', 'CONF', 'REQS', 'CMPL'].map((code): [string, Json, string] => ['raw only', paper(code, 'SHI'), `SHIPMENT/${code} #SHI`]),
];

/** Column X12 315 (B4-03), with what stands beside the letter. */
const LETTERS: [row: string, Set315 & { place?: string }, reads: string][] = [
  ['empty_out', { code: 'EE', loading: 'E' }, 'EQUIPMENT/GTOT EMPTY TRUCK @POD'],
  ['empty_out', { code: 'OA', loading: 'E' }, 'EQUIPMENT/GTOT EMPTY TRUCK @POD'],
  ['full_in', { code: 'I', loading: 'L', place: 'CNYTN' }, 'EQUIPMENT/GTIN LADEN TRUCK @POL'],
  ['vessel_loaded', { code: 'AE', place: 'CNYTN' }, 'EQUIPMENT/LOAD LADEN VESSEL @POL'],
  ['vessel_departed: VD at R4 L', { code: 'VD', place: 'CNYTN' }, 'TRANSPORT/DEPA VESSEL @POL'],
  ['transshipment_arrived: VA between', { code: 'VA', place: 'SGSIN' }, 'TRANSPORT/ARRI VESSEL'],
  ['transshipment_discharged: UV between', { code: 'UV', place: 'SGSIN' }, 'EQUIPMENT/DISC LADEN VESSEL'],
  ['transshipment_loaded: AE between', { code: 'AE', place: 'SGSIN' }, 'EQUIPMENT/LOAD LADEN VESSEL'],
  ['transshipment_departed: VD between', { code: 'VD', place: 'SGSIN' }, 'TRANSPORT/DEPA VESSEL'],
  ['feeder_loaded: AO', { code: 'AO', place: 'CNYTN' }, 'EQUIPMENT/LOAD LADEN BARGE @POL'],
  ['vessel_arrived: VA at R4 D with a ship', { code: 'VA' }, 'TRANSPORT/ARRI VESSEL @POD'],
  ['rail_arrived: VA without a ship', { code: 'VA', vessel: false }, 'TRANSPORT/ARRI RAIL @POD'],
  ['vessel_discharged: UV at R4 D', { code: 'UV' }, 'EQUIPMENT/DISC LADEN VESSEL @POD'],
  ['available: AV', { code: 'AV' }, 'EQUIPMENT/AVPU LADEN @POD'],
  ['rail_loaded: AL', { code: 'AL' }, 'EQUIPMENT/LOAD LADEN RAIL @POD'],
  ['rail_departed: RL', { code: 'RL' }, 'TRANSPORT/DEPA RAIL @POD'],
  ['rail_arrived: AR', { code: 'AR', place: 'USCHI' }, 'TRANSPORT/ARRI RAIL'],
  ['rail_unloaded: UR', { code: 'UR', place: 'USCHI' }, 'EQUIPMENT/DISC LADEN RAIL'],
  ['estimated.arrived_at_inland_destination: AG', { code: 'AG', place: 'USCHI' }, 'TRANSPORT/ARRI RAIL EST'],
  ['full_out: OA + L', { code: 'OA', loading: 'L' }, 'EQUIPMENT/GTOT LADEN TRUCK @POD'],
  ['empty_in: RD', { code: 'RD', loading: 'E' }, 'EQUIPMENT/GTIN EMPTY TRUCK @POD'],
  ['empty_in: I + E', { code: 'I', loading: 'E' }, 'EQUIPMENT/GTIN EMPTY TRUCK @POD'],
  ['holds: PQ', { code: 'PQ' }, 'SHIPMENT/HOLD @POD #CUS'],
  ['holds: PA', { code: 'PA' }, 'SHIPMENT/HOLD @POD #CUS'],
  ['releases: CT', { code: 'CT' }, 'SHIPMENT/RELS @POD #CUS'],
  ['releases: CU', { code: 'CU' }, 'SHIPMENT/RELS @POD #CUS'],
  ['releases: CR', { code: 'CR' }, 'SHIPMENT/RELS @POD #CAS'],
  ['last free day: FT', { code: 'FT' }, 'EDI/FT'],
  ['raw only: D, delivered', { code: 'D' }, 'EDI/D'],
];

describe('the mapping of carrier-data 5', () => {
  for (const [row, event, reads] of DCSA) {
    it(`${row}: DCSA reads ${reads} [D-32]`, () => {
      const { events, unknown } = read([event]);
      expect(events.map(brief)).to.deep.equal([reads]);
      expect(unknown).to.deep.equal([]);
    });
  }

  for (const [row, set, reads] of LETTERS) {
    it(`${row}: letter ${set.code} reads ${reads} [D-32]`, () => {
      expect(letter(set)).to.deep.equal({ first: reads, known: true });
    });
  }

  const HINTS: [string, string][] = [['POL', 'POL'], ['PTS', 'PTS'], ['POD', 'POD'], ['DEPOT', 'DEPOT'], ['COL', 'COL'], ['ABP_EXP', 'ABP_EXP'], ['ABP_IMP', 'ABP_IMP'], ['DEL', 'DEL']];
  for (const [said, phase] of HINTS) {
    it(`CMA CGM says ${said} itself, which beats every guess [D-32]`, () => {
      const { events } = read([loadAtYantian({ carrierSpecificData: { internalEventCode: 'XOF', shipmentLocationType: said } })], ['cma_specifics']);
      expect(events[0]?.phase).to.equal(phase);
    });
  }

  it('keeps a letter and a code that nobody knows raw, and lists them [D-32]', () => {
    expect(letter({ code: 'ZZ' })).to.deep.equal({ first: 'EDI/ZZ', known: false });
    expect(read([equipment('ZZZZ', 'LADEN', 'TRUCK')]).unknown).to.deep.equal(['EQUIPMENT/ZZZZ']);
  });
});
