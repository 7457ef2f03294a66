/** Places, lines and ships as clients read them. */
export type PlaceRow = {
  id: string;
  type: 'port' | 'metro_area';
  locode: string;
  name: string;
  countryCode: string;
  country: string;
  stateAbbr: string | null;
  state: string | null;
  latitude: number;
  longitude: number;
  timeZone: string;
};

export type TerminalRow = {
  id: string;
  placeId: string | null;
  placeType: 'port' | 'metro_area' | null;
  smdgCode: string | null;
  firmsCode: string | null;
  bicFacilityCode: string | null;
  name: string;
  nickname: string | null;
  street: string | null;
  city: string | null;
  stateAbbr: string | null;
  state: string | null;
  zip: string | null;
  country: string;
  latitude: number | null;
  longitude: number | null;
};

export type RailTerminalRow = { id: string; name: string; nickname: string; firmsCode: string | null; city: string; portId: string | null; metroAreaId: string | null };

export type LineRow = {
  id: string;
  scac: string;
  name: string;
  shortName: string;
  alternativeScacs: readonly string[];
  billPrefixes: readonly string[];
  supports: Readonly<Record<'bill_of_lading' | 'booking_number' | 'container', boolean | null>>;
};

export type VesselRow = {
  id: string;
  name: string;
  imo?: string;
  mmsi?: string;
  latitude?: number;
  longitude?: number;
  speedKnots?: number;
  headingDegrees?: number;
  positionAt?: Date;
};

export type Shelf<Row> = {
  all: readonly Row[];
  /** By id or by the code its kind is known by. */
  find: (key: string) => Row | null;
  search: (query: string, limit: number) => readonly Row[];
};

/** Everything that is the same for every account and at hand without asking. */
export type Gazetteer = {
  ports: Shelf<PlaceRow>;
  metroAreas: Shelf<PlaceRow>;
  terminals: Shelf<TerminalRow>;
  railTerminals: Shelf<RailTerminalRow>;
  lines: Shelf<LineRow>;
  vessels: Shelf<VesselRow>;
  /** The id of any ship with an IMO number, listed or not. */
  vesselId: (imo: string) => string;
  terminalIdsIn: (locode: string) => readonly string[];
};

/** With what terminals and lines were heard to report, by their id. */
export type Informed = Gazetteer & { providedBy: (id: string) => readonly string[] };
