import { perFolder } from './look-up.js';
import { placesFile, placesOf, type Place, type Places } from './places.js';

export type Port = Place & { type: 'port' };
export type Ports = Places<Port>;

const isPort = (place: Place): place is Port => place.type === 'port';

/** Seaports and river ports. */
export const ports = perFolder((folder): Ports => {
  const { path, rows } = placesFile(folder);
  return placesOf(path, rows.filter(isPort));
});
