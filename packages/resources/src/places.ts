import type { MetroArea, Port, ProvidedData, RailTerminal, Terminal } from '@landfall/contracts/gen/shipment/v1/place';
import { flag, label, objectOf, orNull, real, text, word } from './json.js';
import { many, one, resource } from './resource.js';

const degrees = orNull(real);

export const port = resource<Port>('port', {
  fields: {
    name: text,
    code: text,
    state_abbr: label,
    city: label,
    country_code: text,
    time_zone: text,
    latitude: degrees,
    longitude: degrees,
  },
  attributes: (p) => ({
    name: p.name,
    code: p.code,
    state_abbr: p.stateAbbr ?? null,
    city: p.city ?? null,
    country_code: p.countryCode,
    time_zone: p.timeZone,
    latitude: p.latitude ?? null,
    longitude: p.longitude ?? null,
  }),
  relationships: { terminals: many('terminal', (p) => p.terminalIds) },
});

export const metroArea = resource<MetroArea>('metro_area', {
  fields: { name: text, code: text, state_abbr: label, country_code: text, time_zone: text, latitude: degrees, longitude: degrees },
  attributes: (m) => ({
    name: m.name,
    code: m.code,
    state_abbr: m.stateAbbr ?? null,
    country_code: m.countryCode,
    time_zone: m.timeZone,
    latitude: m.latitude ?? null,
    longitude: m.longitude ?? null,
  }),
});

const PROVIDED = [
  'pickup_lfd',
  'available_for_pickup',
  'holds_at_pod_terminal',
  'fees_at_pod_terminal',
  'pickup_appointment_at',
  'pod_full_out_at',
  'pod_full_out_chassis_number',
  'location_at_pod_terminal',
] as const;

const NO_FEED = 'No feed of this kind is connected.';

/** Whether each fact is really reported; clients read every member, so each is there. */
export const providedData = (data: ProvidedData | undefined): Record<string, boolean | string> => {
  const given = new Set(data?.fields ?? []);
  return Object.fromEntries(PROVIDED.flatMap((name) => [[name, given.has(name)], [`${name}_notes`, given.has(name) ? '' : NO_FEED]]));
};

export const providedDataSchema = objectOf(Object.fromEntries(PROVIDED.flatMap((name) => [[name, flag], [`${name}_notes`, text]])));

export const terminal = resource<Terminal>('terminal', {
  fields: {
    name: text,
    nickname: text,
    firms_code: text,
    smdg_code: label,
    bic_facility_code: label,
    street: text,
    city: text,
    state: text,
    state_abbr: text,
    zip: text,
    country: text,
    facility_type: word('ocean_terminal'),
    provided_data: providedDataSchema,
  },
  attributes: (t) => ({
    name: t.name,
    nickname: t.nickname,
    firms_code: t.firmsCode,
    smdg_code: t.smdgCode ?? null,
    bic_facility_code: t.bicFacilityCode ?? null,
    street: t.street,
    city: t.city,
    state: t.state,
    state_abbr: t.stateAbbr,
    zip: t.zip,
    country: t.country,
    facility_type: 'ocean_terminal',
    provided_data: providedData(t.providedData),
  }),
  relationships: { port: one('port', (t) => t.portId) },
});

export const railTerminal = resource<RailTerminal>('rail_terminal', {
  fields: { name: text, nickname: text, firms_code: text, city: text },
  attributes: (t) => ({ name: t.name, nickname: t.nickname, firms_code: t.firmsCode, city: t.city }),
  relationships: { port: one('port', (t) => t.portId), metro_area: one('metro_area', (t) => t.metroAreaId) },
});
