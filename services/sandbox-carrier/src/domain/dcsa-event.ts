/** Track & Trace 2.2, as far as this carrier uses it. */
export type EventType = 'SHIPMENT' | 'TRANSPORT' | 'EQUIPMENT';

export type DcsaVessel = { vesselIMONumber?: string | number; vesselName: string; vesselFlag?: string; vesselOperatorCarrierCode?: string; vesselOperatorCarrierCodeListProvider?: string };

export type DcsaTransportCall = {
  transportCallID: string;
  carrierServiceCode?: string;
  exportVoyageNumber?: string;
  importVoyageNumber?: string;
  transportCallSequenceNumber?: number;
  UNLocationCode: string;
  facilityCode?: string;
  facilityCodeListProvider?: 'SMDG' | 'BIC';
  facilityTypeCode?: string;
  otherFacility?: string;
  modeOfTransport: string;
  location: DcsaLocation;
  vessel?: DcsaVessel;
};

export type DcsaLocation = { locationName: string; UNLocationCode: string; latitude: string; longitude: string };

export type DcsaEvent = {
  eventID: string;
  eventType: EventType;
  eventClassifierCode: 'PLN' | 'EST' | 'ACT';
  eventCreatedDateTime: string;
  eventDateTime: string;
  documentReferences: { documentReferenceType: string; documentReferenceValue: string }[];
  references: { referenceType: string; referenceValue: string }[];
  /** Not in 2.2: how a report is taken back (ADR-0092). */
  isRetracted?: true;
  shipmentEventTypeCode?: string;
  documentTypeCode?: string;
  documentID?: string;
  reason?: string;
  transportEventTypeCode?: 'ARRI' | 'DEPA';
  delayReasonCode?: string;
  equipmentEventTypeCode?: string;
  equipmentReference?: string;
  ISOEquipmentCode?: string;
  emptyIndicatorCode?: 'EMPTY' | 'LADEN';
  eventLocation?: DcsaLocation;
  transportCall?: DcsaTransportCall;
  seals?: { sealNumber: string; sealSource: string; sealType: string }[];
};
