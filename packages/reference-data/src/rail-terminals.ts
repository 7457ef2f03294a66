import { perFolder } from './look-up.js';
import { places, type Place } from './places.js';
import { searchIndex, type Search } from './search-index.js';
import { stableId } from './stable-id.js';
import { terminals } from './terminals.js';

export type RailTerminal = {
  id: string;
  type: 'rail_terminal';
  locode: string;
  name: string;
  nickname: string;
  firmsCode: string | null;
  city: string;
  /** Set when the ramp lies in a port, and the other one when it lies inland. */
  portId: string | null;
  metroAreaId: string | null;
  latitude: number;
  longitude: number;
  timeZone: string;
};

export type RailTerminals = {
  all: readonly RailTerminal[];
  byId: (id: string) => RailTerminal | null;
  byLocode: (locode: string) => RailTerminal | null;
  search: Search<RailTerminal>;
};

/** One ramp for each rail hub, since no free register of ramps exists (ADR-0021). */
const rampOf = (hub: Place, firmsCode: string | null): RailTerminal =>
  Object.freeze({
    id: stableId('rail_terminal', hub.locode),
    type: 'rail_terminal' as const,
    locode: hub.locode,
    name: `${hub.name} Rail Terminal`,
    nickname: hub.name,
    firmsCode,
    city: hub.name,
    portId: hub.type === 'port' ? hub.id : null,
    metroAreaId: hub.type === 'metro_area' ? hub.id : null,
    latitude: hub.latitude,
    longitude: hub.longitude,
    timeZone: hub.timeZone,
  });

export const railTerminals = perFolder((folder): RailTerminals => {
  const hubs = places(folder);
  const firmsAt = (locode: string) =>
    terminals(folder).inPort(locode).find(({ facilityType }) => facilityType === 'rail_terminal')?.firmsCode ?? null;

  const all = Object.freeze(hubs.all.filter(({ railHub }) => railHub).map((hub) => rampOf(hub, firmsAt(hub.locode))));
  const byId = new Map(all.map((ramp) => [ramp.id, ramp]));
  const byLocode = new Map(all.map((ramp) => [ramp.locode, ramp]));
  return Object.freeze({
    all,
    byId: (id: string) => byId.get(id) ?? null,
    byLocode: (locode: string) => byLocode.get(hubs.byLocode(locode)?.locode ?? locode) ?? null,
    search: searchIndex(all, (ramp) => ({ codes: [ramp.locode, ramp.firmsCode], names: [ramp.nickname, ramp.name], weight: 0 })),
  });
});
