import { lines } from '@landfall/reference-data/lines';
import { metroAreas } from '@landfall/reference-data/metro-areas';
import { places } from '@landfall/reference-data/places';
import { ports } from '@landfall/reference-data/ports';
import { railTerminals } from '@landfall/reference-data/rail-terminals';
import { sizeTypes } from '@landfall/reference-data/size-types';
import { terminals } from '@landfall/reference-data/terminals';
import { vesselId as idOfVessel, vessels, type Vessel } from '@landfall/reference-data/vessels';
import type { Atlas, Box } from '../domain/atlas.js';
import type { Gazetteer, VesselRow } from '../domain/gazetteer.js';
import type { LineName } from '../domain/shipment.js';

// Every row of a voyage names its ship, and the id is a hash. There are some tens of thousands of ships.
const SHIPS_KNOWN = 20_000;
const vesselIds = new Map<string, string>();

const vesselId = (imo: string): string => {
  const known = vesselIds.get(imo);
  if (known) return known;
  if (vesselIds.size >= SHIPS_KNOWN) vesselIds.clear();
  const id = idOfVessel(imo);
  vesselIds.set(imo, id);
  return id;
};

const vesselRow = ({ id, name, imo, mmsi }: Vessel): VesselRow => ({ id, name, imo, ...(mmsi ? { mmsi } : {}) });

/** Places, lines and ships of the reference data, as clients read them. */
export const gazetteer = (folder?: string): Gazetteer => {
  const harbours = ports(folder), cities = metroAreas(folder), quays = terminals(folder), ramps = railTerminals(folder);
  const carriers = lines(folder), ships = vessels(folder);
  const shipRows = ships.all.map(vesselRow);
  const ship = (key: string): VesselRow | null => {
    const found = ships.byId(key) ?? ships.byImo(key) ?? ships.byMmsi(key);
    return found && vesselRow(found);
  };
  return {
    ports: { all: harbours.all, find: (key) => harbours.byId(key) ?? harbours.byLocode(key), search: harbours.search },
    metroAreas: { all: cities.all, find: (key) => cities.byId(key) ?? cities.byLocode(key), search: cities.search },
    terminals: { all: quays.all, find: (key) => quays.byId(key) ?? quays.byBic(key) ?? quays.byFirms(key), search: quays.search },
    railTerminals: { all: ramps.all, find: (key) => ramps.byId(key) ?? ramps.byLocode(key), search: ramps.search },
    lines: { all: carriers.all, find: (key) => carriers.byId(key) ?? carriers.byScac(key), search: carriers.search },
    vessels: { all: shipRows, find: ship, search: (query, limit) => ships.search(query, limit).map(vesselRow) },
    vesselId,
    terminalIdsIn: (locode) => quays.inPort(locode).map(({ id }) => id),
  };
};

/** The world as the rules ask about it. */
export const atlas = (folder?: string): Atlas => {
  const everywhere = places(folder), quays = terminals(folder), ramps = railTerminals(folder), sizes = sizeTypes(folder);
  const box = (isoCode: string): Box => {
    const size = sizes.decode(isoCode);
    return {
      ...(size?.equipmentType ? { equipmentType: size.equipmentType } : {}),
      ...(size?.equipmentLength ? { equipmentLength: size.equipmentLength } : {}),
      ...(size?.equipmentHeight ? { equipmentHeight: size.equipmentHeight } : {}),
    };
  };
  return {
    place: everywhere.byLocode,
    terminal: (hint) => {
      const found = quays.find(hint);
      return found && { id: found.id, type: 'terminal', locode: found.locode, ...(found.timeZone ? { timeZone: found.timeZone } : {}) };
    },
    railTerminal: (locode) => {
      const found = ramps.byLocode(locode);
      return found && { id: found.id, type: 'rail_terminal', locode: found.locode, timeZone: found.timeZone };
    },
    vesselId,
    box,
  };
};

/** How a line is called; one that is not listed goes by its code. */
export const lineName = (folder?: string): ((scac: string) => LineName) => {
  const carriers = lines(folder);
  return (scac) => {
    const line = carriers.byScac(scac);
    return { name: line?.name ?? scac, shortName: line?.shortName ?? scac };
  };
};
