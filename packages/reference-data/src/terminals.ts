import { z } from 'zod';
import { readRows } from './data-file.js';
import { byDistance } from './great-circle.js';
import { groupBy, onlyOne, perFolder, uniqueBy } from './look-up.js';
import { places } from './places.js';
import { plain, searchIndex, type Search } from './search-index.js';
import { stableId } from './stable-id.js';

export type Terminal = {
  id: string;
  type: 'terminal';
  /** The port or metro area it lies in. */
  placeId: string | null;
  placeType: 'port' | 'metro_area' | null;
  locode: string;
  alternateLocodes: readonly string[];
  smdgCode: string | null;
  firmsCode: string | null;
  bicFacilityCode: string | null;
  name: string;
  nickname: string | null;
  operator: string | null;
  street: string | null;
  city: string | null;
  stateAbbr: string | null;
  state: string | null;
  zip: string | null;
  countryCode: string;
  country: string;
  address: string | null;
  website: string | null;
  latitude: number | null;
  longitude: number | null;
  timeZone: string | null;
  facilityType: 'ocean_terminal' | 'rail_terminal';
};

export type TerminalHint = {
  locode?: string | null;
  smdgCode?: string | null;
  bicFacilityCode?: string | null;
  firmsCode?: string | null;
  name?: string | null;
};

export type Terminals = {
  all: readonly Terminal[];
  byId: (id: string) => Terminal | null;
  bySmdg: (locode: string, smdgCode: string) => Terminal | null;
  byBic: (bicFacilityCode: string) => Terminal | null;
  /** A FIRMS code may cover several facilities; without the port only a code that is used once answers. */
  byFirms: (firmsCode: string, locode?: string) => Terminal | null;
  byName: (name: string, locode: string) => Terminal | null;
  inPort: (locode: string) => readonly Terminal[];
  /** The terminal a carrier means: by port and SMDG code, else BIC, else FIRMS, else name. */
  find: (hint: TerminalHint) => Terminal | null;
  search: Search<Terminal>;
  /** All within the distance, closest first. */
  around: (latitude: number, longitude: number, withinKm: number) => readonly Terminal[];
};

const locode = z.string().regex(/^[A-Z]{2}[A-Z2-9]{3}$/, 'must be a UN/LOCODE');
const text = z.string().min(1);
const maybe = text.nullable();

const row = z
  .object({
    locode,
    smdg_code: z.string().regex(/^[A-Z0-9]{1,6}$/, 'must be an SMDG code').nullable(),
    name: text,
    nickname: maybe,
    operator: maybe,
    alternate_locodes: z.array(locode),
    firms_code: z.string().regex(/^[A-Z0-9]{4}$/, 'must be a FIRMS code').nullable(),
    bic_facility_code: z.string().regex(/^[A-Z0-9]{9}$/, 'must be a BIC facility code').nullable(),
    lat: z.number().min(-90).max(90).nullable(),
    lon: z.number().min(-180).max(180).nullable(),
    street: maybe,
    city: maybe,
    state_abbr: maybe,
    state: maybe,
    zip: maybe,
    country_code: z.string().regex(/^[A-Z]{2}$/, 'must be a country code'),
    country: text,
    address: maybe,
    website: maybe,
    terminal_type: z.enum(['container_terminal', 'rail_ramp']),
  })
  .refine((terminal) => terminal.smdg_code !== null || terminal.firms_code !== null, 'needs an SMDG or a FIRMS code');

type Row = z.output<typeof row>;

/** SMDG codes are counted within a port; where none exists, the FIRMS code stands in. */
const naturalKey = (terminal: Row): string =>
  terminal.smdg_code === null ? `${terminal.locode}::${terminal.firms_code}` : `${terminal.locode}:${terminal.smdg_code}`;

const toTerminal = (terminal: Row, folder: string): Terminal => {
  const place = places(folder).byLocode(terminal.locode);
  return Object.freeze({
    id: stableId('terminal', naturalKey(terminal)),
    type: 'terminal' as const,
    placeId: place?.id ?? null,
    placeType: place?.type ?? null,
    locode: terminal.locode,
    alternateLocodes: terminal.alternate_locodes,
    smdgCode: terminal.smdg_code,
    firmsCode: terminal.firms_code,
    bicFacilityCode: terminal.bic_facility_code,
    name: terminal.name,
    nickname: terminal.nickname,
    operator: terminal.operator,
    street: terminal.street,
    city: terminal.city,
    stateAbbr: terminal.state_abbr,
    state: terminal.state,
    zip: terminal.zip,
    countryCode: terminal.country_code,
    country: terminal.country,
    address: terminal.address,
    website: terminal.website,
    latitude: terminal.lat,
    longitude: terminal.lon,
    timeZone: place?.timeZone ?? null,
    facilityType: terminal.terminal_type === 'rail_ramp' ? ('rail_terminal' as const) : ('ocean_terminal' as const),
  });
};

type Groups = Record<'smdg' | 'bic' | 'firms' | 'name' | 'port', ReadonlyMap<string, readonly Terminal[]>>;

const groupsOf = (all: readonly Terminal[]): Groups => {
  const at = (terminal: Terminal) => [terminal.locode, ...terminal.alternateLocodes];
  const named = ({ name, nickname }: Terminal) => [name, ...(nickname === null ? [] : [nickname])];
  return {
    smdg: groupBy(all, (terminal) => at(terminal).map((port) => terminal.smdgCode && `${port}:${terminal.smdgCode}`)),
    bic: groupBy(all, (terminal) => [terminal.bicFacilityCode]),
    firms: groupBy(all, ({ firmsCode, locode: port }) => [firmsCode, firmsCode && `${port}:${firmsCode}`]),
    name: groupBy(all, (terminal) => at(terminal).flatMap((port) => named(terminal).map((name) => `${port}:${plain(name)}`))),
    port: groupBy(all, at),
  };
};

export const terminals = perFolder((folder): Terminals => {
  const file = readRows(folder, 'terminals.json', row);
  uniqueBy(file, naturalKey);
  const all = Object.freeze(file.rows.map((terminal) => toTerminal(terminal, folder)));
  const byId = new Map(all.map((terminal) => [terminal.id, terminal]));
  const groups = groupsOf(all);
  // Carriers use other codes for a port than the list does; the port's own code is tried too.
  const codesOf = (port: string) => [port, places(folder).byLocode(port)?.locode ?? port];
  const inOne = (group: ReadonlyMap<string, readonly Terminal[]>, port: string, key: string) =>
    codesOf(port).reduce<Terminal | null>((found, code) => found ?? onlyOne(group.get(`${code}:${key}`)), null);

  const look = {
    bySmdg: (port: string, smdgCode: string) => inOne(groups.smdg, port, smdgCode),
    byBic: (bicFacilityCode: string) => onlyOne(groups.bic.get(bicFacilityCode)),
    byFirms: (firmsCode: string, port?: string) =>
      port === undefined ? onlyOne(groups.firms.get(firmsCode)) : inOne(groups.firms, port, firmsCode),
    byName: (name: string, port: string) => inOne(groups.name, port, plain(name)),
  };
  const find = ({ locode: port, smdgCode, bicFacilityCode, firmsCode, name }: TerminalHint): Terminal | null =>
    (port && smdgCode ? look.bySmdg(port, smdgCode) : null) ??
    (bicFacilityCode ? look.byBic(bicFacilityCode) : null) ??
    (firmsCode ? look.byFirms(firmsCode, port ?? undefined) : null) ??
    (port && name ? look.byName(name, port) : null);

  return Object.freeze({
    all,
    byId: (id: string) => byId.get(id) ?? null,
    ...look,
    inPort: (port: string) => groups.port.get(port) ?? groups.port.get(codesOf(port)[1] ?? port) ?? [],
    find,
    around: (latitude: number, longitude: number, withinKm: number) => byDistance(all, latitude, longitude, withinKm),
    search: searchIndex(all, (terminal) => ({
      codes: [terminal.smdgCode, terminal.firmsCode, terminal.bicFacilityCode],
      names: [terminal.name, terminal.nickname, terminal.operator, terminal.locode, places(folder).byLocode(terminal.locode)?.name ?? null],
      weight: terminal.firmsCode === null ? 0 : 5,
    })),
  });
});
