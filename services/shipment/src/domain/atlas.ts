/** What the rules need to know of the world; handed in, so that they stay functions. */
export type Place = {
  id: string;
  type: 'port' | 'metro_area';
  locode: string;
  name: string;
  timeZone: string;
};

export type Facility = { id: string; type: 'terminal' | 'rail_terminal'; locode: string; timeZone?: string };

export type FacilityHint = { locode?: string; smdgCode?: string; bicFacilityCode?: string; firmsCode?: string; name?: string };

export type Box = { equipmentType?: string; equipmentLength?: number; equipmentHeight?: string };

export type Atlas = {
  place: (locode: string) => Place | null;
  terminal: (hint: FacilityHint) => Facility | null;
  railTerminal: (locode: string) => Facility | null;
  vesselId: (imo: string) => string;
  box: (isoCode: string) => Box;
};

export type NameId = (...parts: readonly string[]) => string;
