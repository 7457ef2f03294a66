import { perFolder } from './look-up.js';
import { placesFile, placesOf, type Place, type Places } from './places.js';

export type MetroArea = Place & { type: 'metro_area' };
export type MetroAreas = Places<MetroArea>;

const isMetroArea = (place: Place): place is MetroArea => place.type === 'metro_area';

/** Inland places that trains serve. */
export const metroAreas = perFolder((folder): MetroAreas => {
  const { path, rows } = placesFile(folder);
  return placesOf(path, rows.filter(isMetroArea));
});
