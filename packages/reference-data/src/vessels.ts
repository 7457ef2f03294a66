import { isImoNumber } from '@landfall/shipping/imo-number';
import { isShipMmsi } from '@landfall/shipping/mmsi';
import { z } from 'zod';
import { readRows } from './data-file.js';
import { groupBy, perFolder, uniqueBy } from './look-up.js';
import { plain, searchIndex, type Search } from './search-index.js';
import { stableId } from './stable-id.js';

export type Vessel = {
  id: string;
  type: 'vessel';
  imo: string;
  name: string;
  mmsi: string | null;
  shipType: string;
  /** Who runs it, as far as its name or owner tells; charters change. */
  carrierScac: string | null;
  flagCountry: string | null;
};

export type Vessels = {
  all: readonly Vessel[];
  byId: (id: string) => Vessel | null;
  byImo: (imo: string) => Vessel | null;
  byMmsi: (mmsi: string) => Vessel | null;
  /** Names are given again: all ships that bear one, in order of IMO number. */
  byName: (name: string) => readonly Vessel[];
  search: Search<Vessel>;
};

const text = z.string().min(1);

/** The id of any ship with an IMO number, listed or not: most of the world's ships are not. */
export const vesselId = (imo: string): string => stableId('vessel', imo);

const row = z
  .object({
    imo: z.string().refine(isImoNumber, 'must be an IMO number with the right check digit'),
    name: text,
    mmsi: z.string().refine(isShipMmsi, 'must be the MMSI of a ship').nullable(),
    ship_type: text,
    carrier_scac: z.string().regex(/^[A-Z0-9]{2,4}$/, 'must be a SCAC').nullable(),
    flag_country: text.nullable(),
  })
  .transform(
    (ship): Vessel => ({
      id: vesselId(ship.imo),
      type: 'vessel',
      imo: ship.imo,
      name: ship.name,
      mmsi: ship.mmsi,
      shipType: ship.ship_type,
      carrierScac: ship.carrier_scac,
      flagCountry: ship.flag_country,
    }),
  );

export const vessels = perFolder((folder): Vessels => {
  const file = readRows(folder, 'vessels.json', row);
  const byImo = uniqueBy(file, ({ imo }) => imo);
  const byId = new Map(file.rows.map((ship) => [ship.id, ship]));
  const byMmsi = uniqueBy({ path: file.path, rows: file.rows.filter(({ mmsi }) => mmsi !== null) }, ({ mmsi }) => mmsi ?? '');
  const byName = groupBy(file.rows, ({ name }) => [plain(name)]);
  return Object.freeze({
    all: file.rows,
    byId: (id: string) => byId.get(id) ?? null,
    byImo: (imo: string) => byImo.get(imo) ?? null,
    byMmsi: (mmsi: string) => byMmsi.get(mmsi) ?? null,
    byName: (name: string) => byName.get(plain(name)) ?? [],
    search: searchIndex(file.rows, (ship) => ({ codes: [ship.imo, ship.mmsi], names: [ship.name], weight: ship.carrierScac === null ? 0 : 5 })),
  });
});
