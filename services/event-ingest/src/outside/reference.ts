import { detectCarrier } from '@landfall/reference-data/detect-carrier';
import { lines } from '@landfall/reference-data/lines';
import { places } from '@landfall/reference-data/places';
import type { Reference } from '../app/ports.js';

/** Reference data as this service needs it: who issued a number, and what time it is at a place. */
export const reference = (folder: string | undefined): Reference => {
  const allLines = lines(folder);
  const allPlaces = places(folder);
  return {
    detect: (number) => detectCarrier(number, allLines.all),
    zoneOf: ({ locode }) => (locode === undefined ? null : (allPlaces.byLocode(locode)?.timeZone ?? null)),
    lineName: (scac) => allLines.byScac(scac)?.name ?? scac,
  };
};
