import type { Json } from '../../src/domain/json.js';

/** The first sample of carrier-data 1.3: a LOAD at Yantian. */
export const loadAtYantian = (changes: Json = {}): Json => ({
  eventID: '5f0c2a8e-8d0b-4b52-9a41-2f6f0e8b7a10',
  eventType: 'EQUIPMENT',
  eventClassifierCode: 'ACT',
  eventCreatedDateTime: '2026-03-02T04:11:09Z',
  eventDateTime: '2026-03-02T11:42:00+08:00',
  equipmentEventTypeCode: 'LOAD',
  equipmentReference: 'TRKU1000010',
  ISOEquipmentCode: '45G1',
  emptyIndicatorCode: 'LADEN',
  eventLocation: { locationName: 'Yantian', UNLocationCode: 'CNYTN' },
  transportCall: {
    transportCallID: 'TC-77-CNYTN',
    carrierServiceCode: 'TP9',
    exportVoyageNumber: '612E',
    transportCallSequenceNumber: 1,
    UNLocationCode: 'CNYTN',
    facilityCode: 'YICT',
    facilityCodeListProvider: 'SMDG',
    facilityTypeCode: 'POTE',
    modeOfTransport: 'VESSEL',
    vessel: { vesselIMONumber: '9074729', vesselName: 'EXAMPLE STAR', vesselFlag: 'SG' },
  },
  documentReferences: [{ documentReferenceType: 'BKG', documentReferenceValue: 'BK4410077' }],
  references: [{ referenceType: 'PO', referenceValue: 'PO-55123' }],
  seals: [{ sealNumber: 'SL90211', sealSource: 'SHI', sealType: 'BLT' }],
  ...changes,
});

/** The second sample: an estimated arrival at Los Angeles, which names no container. */
export const arrivalAtLosAngeles = (changes: Json = {}): Json => ({
  eventID: '0b8b6f43-1f2c-4b3a-8a3f-3f7f0f0e2d11',
  eventType: 'TRANSPORT',
  eventClassifierCode: 'EST',
  eventCreatedDateTime: '2026-03-09T00:15:00Z',
  eventDateTime: '2026-03-18T06:00:00-07:00',
  transportEventTypeCode: 'ARRI',
  delayReasonCode: 'WEA',
  transportCall: {
    transportCallID: 'TC-77-USLAX',
    importVoyageNumber: '612E',
    UNLocationCode: 'USLAX',
    modeOfTransport: 'VESSEL',
    vessel: { vesselIMONumber: '9074729', vesselName: 'EXAMPLE STAR' },
  },
  documentReferences: [{ documentReferenceType: 'BKG', documentReferenceValue: 'BK4410077' }],
  ...changes,
});

/** An equipment move at a place, by truck unless said otherwise. */
export const move = (code: string, empty: 'EMPTY' | 'LADEN', at: string, changes: Json = {}): Json => ({
  eventID: `${code}-${at}`,
  eventType: 'EQUIPMENT',
  eventClassifierCode: 'ACT',
  eventCreatedDateTime: at,
  eventDateTime: at,
  equipmentEventTypeCode: code,
  equipmentReference: 'TRKU1000010',
  emptyIndicatorCode: empty,
  eventLocation: { UNLocationCode: 'USLAX' },
  transportCall: { modeOfTransport: 'TRUCK', UNLocationCode: 'USLAX' },
  ...changes,
});
