import { detectCarrier } from '@landfall/reference-data/detect-carrier';
import { lines } from '@landfall/reference-data/lines';
import { places } from '@landfall/reference-data/places';
import { ports } from '@landfall/reference-data/ports';
import { terminals } from '@landfall/reference-data/terminals';
import type { Reference } from '../app/ports.js';

// A port is a point on the map, given to the minute, and its basins reach for miles.
const PORT_AREA_KM = 15;

// A terminal's point lies in its yard: its own quay is closer than this, the one across the basin mostly is not.
const QUAY_KM = 1.5;

// The outer terminals of a large port lie far from its point; they make an area of their own.
const TERMINAL_AREA_KM = 3;

/** Reference data as this service needs it: who issued a number, what time it is at a place, and whose harbour this is. */
export const reference = (folder: string | undefined): Reference => {
  const allLines = lines(folder);
  const allPlaces = places(folder);
  return {
    detect: (number) => detectCarrier(number, allLines.all),
    zoneOf: ({ locode }) => (locode === undefined ? null : (allPlaces.byLocode(locode)?.timeZone ?? null)),
    lineName: (scac) => allLines.byScac(scac)?.name ?? scac,
    harbourAt: (latitude, longitude) => {
      const quays = terminals(folder).around(latitude, longitude, TERMINAL_AREA_KM).filter(({ facilityType }) => facilityType === 'ocean_terminal');
      const near = ports(folder).around(latitude, longitude, PORT_AREA_KM);
      const [quay] = terminals(folder).around(latitude, longitude, QUAY_KM).filter(({ smdgCode }) => smdgCode !== null);
      return {
        locodes: [...new Set([...quays, ...near].map(({ locode }) => locode))],
        terminal: quay?.smdgCode ? { locode: quay.locode, smdgCode: quay.smdgCode } : null,
      };
    },
  };
};
