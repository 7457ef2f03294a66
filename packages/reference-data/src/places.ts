import { isTimeZone } from '@landfall/shipping/time-zone';
import { z } from 'zod';
import { readRows } from './data-file.js';
import { byDistance, distanceKm } from './great-circle.js';
import { perFolder, uniqueBy, withAlternatives } from './look-up.js';
import { searchIndex, type Search } from './search-index.js';
import { stableId } from './stable-id.js';

/** Where a container can be: at the water, or at an inland place that trains and trucks serve. */
export type Place = {
  id: string;
  type: 'port' | 'metro_area';
  locode: string;
  alternateLocodes: readonly string[];
  name: string;
  countryCode: string;
  country: string;
  stateAbbr: string | null;
  state: string | null;
  latitude: number;
  longitude: number;
  timeZone: string;
  kind: 'seaport' | 'river_port' | 'inland';
  railHub: boolean;
  smdgTerminals: number;
  harborSize: 'very_small' | 'small' | 'medium' | 'large' | null;
};

export type Places<Kind extends Place = Place> = {
  all: readonly Kind[];
  byId: (id: string) => Kind | null;
  /** By its own UN/LOCODE or one that carriers also use for it. */
  byLocode: (locode: string) => Kind | null;
  search: Search<Kind>;
  /** The closest one, or null when there is none within the distance. */
  nearest: (latitude: number, longitude: number, withinKm?: number) => { place: Kind; distanceKm: number } | null;
  /** All within the distance, closest first. */
  around: (latitude: number, longitude: number, withinKm: number) => readonly Kind[];
};

const locode = z.string().regex(/^[A-Z]{2}[A-Z2-9]{3}$/, 'must be a UN/LOCODE');
const text = z.string().min(1);

const row = z
  .object({
    locode,
    name: text,
    alternate_locodes: z.array(locode),
    country_code: z.string().regex(/^[A-Z]{2}$/, 'must be a country code'),
    country: text,
    state_abbr: text.nullable(),
    state: text.nullable(),
    lat: z.number().min(-90).max(90),
    lon: z.number().min(-180).max(180),
    timezone: z.string().refine(isTimeZone, 'must be an IANA time zone'),
    kind: z.enum(['seaport', 'river_port', 'inland']),
    rail_hub: z.boolean(),
    smdg_terminals: z.int().min(0),
    harbor_size: z.enum(['very_small', 'small', 'medium', 'large']).nullable(),
  })
  .transform((place): Place => {
    const type = place.kind === 'inland' ? 'metro_area' : 'port';
    return {
      id: stableId(type, place.locode),
      type,
      locode: place.locode,
      alternateLocodes: place.alternate_locodes,
      name: place.name,
      countryCode: place.country_code,
      country: place.country,
      stateAbbr: place.state_abbr,
      state: place.state,
      latitude: place.lat,
      longitude: place.lon,
      timeZone: place.timezone,
      kind: place.kind,
      railHub: place.rail_hub,
      smdgTerminals: place.smdg_terminals,
      harborSize: place.harbor_size,
    };
  });

const SIZES = { very_small: 0, small: 2, medium: 5, large: 10 };

// Nobody who types "Los" wants a fishing harbour first: terminals count most, then the size of the harbour.
const weightOf = (place: Place): number =>
  Math.min(place.smdgTerminals, 20) * 3 + (place.harborSize === null ? 0 : SIZES[place.harborSize]) + (place.railHub ? 5 : 0);

const nearestOf = <Kind extends Place>(all: readonly Kind[]): Places<Kind>['nearest'] => (latitude, longitude, withinKm = Infinity) => {
  let best: { place: Kind; distanceKm: number } | null = null;
  for (const place of all) {
    const away = distanceKm(latitude, longitude, place.latitude, place.longitude);
    if (away <= withinKm && (best === null || away < best.distanceKm)) best = { place, distanceKm: away };
  }
  return best;
};

/** The look-ups over some of the rows; ports and metro areas are two views of one file. */
export const placesOf = <Kind extends Place>(path: string, rows: readonly Kind[]): Places<Kind> => {
  const all = Object.freeze([...rows]);
  const byLocode = withAlternatives(uniqueBy({ path, rows: all }, (place) => place.locode), (place) => place.alternateLocodes);
  const byId = uniqueBy({ path, rows: all }, (place) => place.id);
  return Object.freeze({
    all,
    byId: (id: string) => byId.get(id) ?? null,
    byLocode: (wanted: string) => byLocode.get(wanted) ?? null,
    search: searchIndex(all, (place) => ({
      codes: [place.locode, ...place.alternateLocodes],
      names: [place.name, place.stateAbbr, place.state, place.country],
      weight: weightOf(place),
    })),
    nearest: nearestOf(all),
    around: (latitude: number, longitude: number, withinKm: number) => byDistance(all, latitude, longitude, withinKm),
  });
};

export const placesFile = perFolder((folder) => readRows(folder, 'ports.json', row));

/** Ports and metro areas together: what a destination may be. */
export const places = perFolder((folder): Places => {
  const { path, rows } = placesFile(folder);
  return placesOf(path, rows);
});
