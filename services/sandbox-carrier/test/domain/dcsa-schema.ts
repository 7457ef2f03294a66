import { isContainerNumber } from '@landfall/shipping/container-number';
import { isImoNumber } from '@landfall/shipping/imo-number';
import { z } from 'zod';

// Written from the description of Track & Trace 2.2 (carrier-data 1.3), not from the code that is held to it.
const uuid = z.string().regex(/^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/);
const withOffset = z.string().regex(/^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(\.\d+)?(Z|[+-]\d{2}:\d{2})$/);
const locode = z.string().regex(/^[A-Z]{2}[A-Z2-9]{3}$/);
const degrees = z.string().regex(/^-?\d+(\.\d+)?$/).max(11);

const location = z.object({ locationName: z.string().max(100), UNLocationCode: locode, latitude: degrees.max(10), longitude: degrees }).strict();

const vessel = z
  .object({ vesselIMONumber: z.string().refine(isImoNumber).optional(), vesselName: z.string().min(1).max(35), vesselFlag: z.string().regex(/^[A-Z]{2}$/).optional() })
  .strict();

const transportCall = z
  .object({
    transportCallID: z.string().min(1).max(100),
    carrierServiceCode: z.string().max(11).optional(),
    exportVoyageNumber: z.string().max(50).optional(),
    importVoyageNumber: z.string().max(50).optional(),
    transportCallSequenceNumber: z.int().min(0).optional(),
    UNLocationCode: locode,
    facilityCode: z.string().max(6).optional(),
    facilityCodeListProvider: z.enum(['SMDG', 'BIC']).optional(),
    facilityTypeCode: z.enum(['BOCR', 'CLOC', 'COFS', 'OFFD', 'DEPO', 'INTE', 'POTE', 'RAMP']),
    otherFacility: z.string().max(50).optional(),
    modeOfTransport: z.enum(['VESSEL', 'RAIL', 'TRUCK', 'BARGE']),
    location,
    vessel: vessel.optional(),
  })
  .strict()
  .refine((call) => (call.facilityCode === undefined) === (call.facilityCodeListProvider === undefined), 'a facility code needs its list')
  .refine((call) => call.modeOfTransport !== 'VESSEL' || (call.vessel !== undefined && call.exportVoyageNumber !== undefined), 'a ship call needs ship and voyage');

const head = {
  eventID: uuid,
  eventCreatedDateTime: withOffset,
  eventDateTime: withOffset,
  eventClassifierCode: z.enum(['PLN', 'EST', 'ACT']),
  documentReferences: z.array(z.object({ documentReferenceType: z.enum(['CBR', 'BKG', 'SHI', 'TRD']), documentReferenceValue: z.string().min(1).max(100) }).strict()),
  references: z.array(z.object({ referenceType: z.enum(['FF', 'SI', 'PO', 'CR', 'AAO', 'EQ']), referenceValue: z.string().min(1).max(100) }).strict()),
  isRetracted: z.literal(true).optional(),
};

const seal = z.object({ sealNumber: z.string().max(15), sealSource: z.enum(['CAR', 'SHI', 'PHY', 'VET', 'CUS']), sealType: z.enum(['KLP', 'BLT', 'WIR']) }).strict();

export const dcsaEvent = z.discriminatedUnion('eventType', [
  z.object({ ...head, eventType: z.literal('TRANSPORT'), transportEventTypeCode: z.enum(['ARRI', 'DEPA']), delayReasonCode: z.string().length(3).optional(), transportCall }).strict(),
  z
    .object({
      ...head,
      eventType: z.literal('EQUIPMENT'),
      equipmentEventTypeCode: z.enum(['LOAD', 'DISC', 'GTIN', 'GTOT', 'STUF', 'STRP', 'PICK', 'DROP', 'INSP', 'RSEA', 'RMVD']),
      equipmentReference: z.string().refine(isContainerNumber),
      ISOEquipmentCode: z.string().regex(/^[A-Z0-9]{4}$/),
      emptyIndicatorCode: z.enum(['EMPTY', 'LADEN']),
      eventLocation: location,
      transportCall,
      seals: z.array(seal).optional(),
    })
    .strict(),
  z
    .object({
      ...head,
      eventType: z.literal('SHIPMENT'),
      eventClassifierCode: z.literal('ACT'),
      shipmentEventTypeCode: z.enum(['RECE', 'DRFT', 'PENA', 'PENU', 'REJE', 'APPR', 'ISSU', 'SURR', 'SUBM', 'VOID', 'CONF', 'REQS', 'CMPL', 'HOLD', 'RELS']),
      documentTypeCode: z.enum(['CBR', 'BKG', 'SHI', 'SRM', 'TRD', 'ARN', 'VGM', 'CAS', 'CUS', 'DGD', 'OOG']),
      documentID: z.string().min(1).max(100),
      reason: z.string().max(5_000).optional(),
    })
    .strict(),
]);
