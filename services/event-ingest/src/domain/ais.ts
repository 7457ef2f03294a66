import { parseImoNumber } from '@landfall/shipping/imo-number';
import { isShipMmsi, parseMmsi } from '@landfall/shipping/mmsi';
import { at, numberAt, textAt } from './json.js';

export type VesselPosition = { latitude: number; longitude: number; speedKnots?: number | undefined; headingDegrees?: number | undefined; at: Date; navigationStatus?: number | undefined };

/** What one AIS message says of one ship: who it is, where it is, or both. */
export type AisReport = { mmsi: string; imo?: string | undefined; name?: string | undefined; callSign?: string | undefined; position?: VesselPosition | undefined };

export type RawPosition = { latitude: number | undefined; longitude: number | undefined; speed: number | undefined; course: number | undefined; heading: number | undefined; status: number | undefined; at: Date | null };

// What transponders send for "not available": numbers that look like numbers.
const NO_SPEED = 102.3, NO_COURSE = 360, NO_HEADING = 511;
const UNKNOWN_STATUS = 15;

const within = (value: number | undefined, least: number, below: number): number | undefined => (value !== undefined && value >= least && value < below ? value : undefined);

/** A position without sentinels; null when it is no place on earth or has no time. */
export const cleanPosition = (raw: RawPosition): VesselPosition | null => {
  const { latitude, longitude, at: when } = raw;
  if (when === null || latitude === undefined || longitude === undefined) return null;
  if (Math.abs(latitude) > 90 || Math.abs(longitude) > 180) return null;
  return {
    latitude,
    longitude,
    speedKnots: within(raw.speed, 0, NO_SPEED),
    headingDegrees: within(raw.heading, 0, NO_HEADING) ?? within(raw.course, 0, NO_COURSE),
    at: when,
    navigationStatus: within(raw.status, 0, UNKNOWN_STATUS),
  };
};

const dateOf = (text: string | number | undefined): Date | null => {
  // "2026-03-18 05:58:11.120 +0000 UTC" is how the feed's own language prints a time.
  const written = typeof text === 'string' ? text.replace(/^(\S+) (\d{2}:\d{2}:\d{2})(\.\d{1,3})?\d* \+0000 UTC.*$/, '$1T$2$3Z') : text;
  const when = new Date(written ?? Number.NaN);
  return Number.isNaN(when.getTime()) ? null : when;
};

/** Padding of AIS texts: @ and spaces. */
const nameOf = (text: string | undefined): string | undefined => text?.replace(/[@\s]+$/, '') || undefined;

const shipOf = (value: string | number | undefined): string | null => {
  const mmsi = value === undefined ? null : parseMmsi(value);
  return mmsi !== null && isShipMmsi(mmsi) ? mmsi : null;
};

const imoOf = (value: string | undefined): string | undefined => (value === undefined ? undefined : (parseImoNumber(value) ?? undefined));

/** aisstream.io: position reports and static data. Other kinds, buoys and handhelds read as nothing. */
export const readAisstream = (message: unknown): AisReport | null => {
  const kind = textAt(message, 'MessageType') ?? '';
  const body = at(message, 'Message', kind);
  const mmsi = shipOf(textAt(body, 'UserID') ?? textAt(message, 'MetaData', 'MMSI'));
  if (mmsi === null) return null;
  const name = nameOf(textAt(body, 'Name') ?? textAt(message, 'MetaData', 'ShipName'));
  if (kind === 'ShipStaticData') return { mmsi, name, imo: imoOf(textAt(body, 'ImoNumber')), callSign: nameOf(textAt(body, 'CallSign')) };
  if (kind !== 'PositionReport' && kind !== 'StandardClassBPositionReport') return null;
  const position = cleanPosition({
    latitude: numberAt(body, 'Latitude'),
    longitude: numberAt(body, 'Longitude'),
    speed: numberAt(body, 'Sog'),
    course: numberAt(body, 'Cog'),
    heading: numberAt(body, 'TrueHeading'),
    status: numberAt(body, 'NavigationalStatus'),
    at: dateOf(textAt(message, 'MetaData', 'time_utc')),
  });
  return position === null || at(body, 'Valid') === false ? null : { mmsi, name, position };
};

/** Digitraffic: one feature of /locations. */
export const readDigitrafficLocation = (feature: unknown): AisReport | null => {
  const mmsi = shipOf(textAt(feature, 'mmsi') ?? textAt(feature, 'properties', 'mmsi'));
  const coordinates = at(feature, 'geometry', 'coordinates');
  if (mmsi === null || !Array.isArray(coordinates)) return null;
  const [longitude, latitude] = coordinates as unknown[];
  const properties = at(feature, 'properties');
  const position = cleanPosition({
    latitude: numberAt({ latitude }, 'latitude'),
    longitude: numberAt({ longitude }, 'longitude'),
    speed: numberAt(properties, 'sog'),
    course: numberAt(properties, 'cog'),
    heading: numberAt(properties, 'heading'),
    status: numberAt(properties, 'navStat'),
    at: dateOf(numberAt(properties, 'timestampExternal')),
  });
  return position === null ? null : { mmsi, position };
};

/** Digitraffic: one row of /vessels. */
export const readDigitrafficVessel = (row: unknown): AisReport | null => {
  const mmsi = shipOf(textAt(row, 'mmsi'));
  return mmsi === null ? null : { mmsi, imo: imoOf(textAt(row, 'imo')), name: nameOf(textAt(row, 'name')), callSign: nameOf(textAt(row, 'callSign')) };
};

/** What the NMEA decoder makes of a sentence. It carries no date: the moment of hearing stands for it. */
export const readNmea = (decoded: unknown, heardAt: Date): AisReport | null => {
  const type = numberAt(decoded, 'type') ?? 0;
  const mmsi = shipOf(textAt(decoded, 'mmsi'));
  if (mmsi === null) return null;
  if (type === 5) return { mmsi, imo: imoOf(textAt(decoded, 'imo')), name: nameOf(textAt(decoded, 'name')), callSign: nameOf(textAt(decoded, 'callsign')) };
  if (![1, 2, 3, 18].includes(type)) return null;
  const position = cleanPosition({
    latitude: numberAt(decoded, 'lat'),
    longitude: numberAt(decoded, 'lon'),
    speed: numberAt(decoded, 'speedOverGround'),
    course: numberAt(decoded, 'courseOverGround'),
    heading: numberAt(decoded, 'heading'),
    status: numberAt(decoded, 'navStatus'),
    at: heardAt,
  });
  return position === null ? null : { mmsi, position };
};
