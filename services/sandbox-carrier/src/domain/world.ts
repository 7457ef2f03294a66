/** What the sandbox knows of the real world; read from reference data, so that its ports and ships exist. */
export type WorldPlace = { locode: string; name: string; zone: string; latitude: number; longitude: number };
export type WorldTerminal = { name: string; smdgCode: string | null; firmsCode: string | null };
export type Ship = { imo: string; name: string; flag: string | null };

export type SeaWay = { distanceNm: number; at: (nm: number) => { latitude: number; longitude: number; bearingDegrees: number } };

export type World = {
  place: (locode: string) => WorldPlace | null;
  terminal: (locode: string, smdgCode: string) => WorldTerminal | null;
  ships: readonly Ship[];
  seaWay: (from: WorldPlace, to: WorldPlace) => SeaWay | null;
};

export type NameId = (...parts: string[]) => string;
