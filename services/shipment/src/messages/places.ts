import type { MetroArea, Port, RailTerminal, ShippingLine, Terminal, Vessel } from '@landfall/contracts/gen/shipment/v1/place';
import type { Gazetteer, Informed, LineRow, PlaceRow, RailTerminalRow, TerminalRow, VesselRow } from '../domain/gazetteer.js';

export const toPort = (row: PlaceRow, { terminalIdsIn }: Gazetteer): Port => ({
  id: row.id,
  name: row.name,
  code: row.locode,
  stateAbbr: row.stateAbbr ?? undefined,
  state: row.state ?? undefined,
  city: row.name,
  countryCode: row.countryCode,
  country: row.country,
  timeZone: row.timeZone,
  latitude: row.latitude,
  longitude: row.longitude,
  terminalIds: [...terminalIdsIn(row.locode)],
});

export const toMetroArea = (row: PlaceRow): MetroArea => ({
  id: row.id,
  name: row.name,
  code: row.locode,
  stateAbbr: row.stateAbbr ?? undefined,
  countryCode: row.countryCode,
  timeZone: row.timeZone,
  latitude: row.latitude,
  longitude: row.longitude,
});

export const toTerminal = (row: TerminalRow, { providedBy }: Pick<Informed, 'providedBy'>): Terminal => ({
  id: row.id,
  name: row.name,
  nickname: row.nickname ?? row.name,
  firmsCode: row.firmsCode ?? '',
  smdgCode: row.smdgCode ?? undefined,
  bicFacilityCode: row.bicFacilityCode ?? undefined,
  street: row.street ?? '',
  city: row.city ?? '',
  state: row.state ?? '',
  stateAbbr: row.stateAbbr ?? '',
  zip: row.zip ?? '',
  country: row.country,
  // A terminal in a metro area has no port.
  portId: row.placeType === 'port' ? (row.placeId ?? undefined) : undefined,
  latitude: row.latitude ?? undefined,
  longitude: row.longitude ?? undefined,
  providedData: { fields: [...providedBy(row.id)] },
});

export const toRailTerminal = (row: RailTerminalRow): RailTerminal => ({
  id: row.id,
  name: row.name,
  nickname: row.nickname,
  firmsCode: row.firmsCode ?? '',
  city: row.city,
  portId: row.portId ?? undefined,
  metroAreaId: row.metroAreaId ?? undefined,
});

export const toShippingLine = (row: LineRow, { providedBy }: Pick<Informed, 'providedBy'>): ShippingLine => ({
  id: row.id,
  scac: row.scac,
  name: row.name,
  shortName: row.shortName,
  alternativeScacs: [...row.alternativeScacs],
  billOfLadingTrackingSupport: row.supports.bill_of_lading ?? false,
  bookingNumberTrackingSupport: row.supports.booking_number ?? false,
  containerNumberTrackingSupport: row.supports.container ?? false,
  billOfLadingPrefixes: [...row.billPrefixes],
  providedData: { fields: [...providedBy(row.id)] },
});

export const toVessel = (row: VesselRow): Vessel => ({
  id: row.id,
  name: row.name,
  imo: row.imo,
  mmsi: row.mmsi,
  latitude: row.latitude,
  longitude: row.longitude,
  nauticalSpeedKnots: row.speedKnots,
  navigationalHeadingDegrees: row.headingDegrees,
  positionTimestamp: row.positionAt,
});
