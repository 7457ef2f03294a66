/** Everything one source says of one number, in our words. Field for field what the fact carries. */
export type Snapshot = {
  scac: string;
  billOfLadingNumber?: string | undefined;
  bookingNumber?: string | undefined;
  containers: SnapshotContainer[];
  portOfLadingLocode?: string | undefined;
  portOfDischargeLocode?: string | undefined;
  destinationLocode?: string | undefined;
  bookingCancelled: boolean;
  /** Events that name no container; the shipment service fans them out by transport call. */
  events: CarrierEvent[];
};

export type SnapshotContainer = {
  number: string;
  isoCode?: string | undefined;
  sealNumber?: string | undefined;
  weightLbs?: number | undefined;
  events: CarrierEvent[];
};

export type CarrierEvent = {
  key: string;
  eventType: string;
  eventCode: string;
  classifier: string;
  emptyIndicator?: string | undefined;
  mode?: string | undefined;
  originalEvent: string;
  occursAt?: Date | undefined;
  occursOn?: string | undefined;
  reportedAt?: Date | undefined;
  locationLocode?: string | undefined;
  locationName?: string | undefined;
  facilityCode?: string | undefined;
  facilityCodeList?: string | undefined;
  facilityType?: string | undefined;
  vesselName?: string | undefined;
  vesselImo?: string | undefined;
  voyageNumber?: string | undefined;
  transportCallKey?: string | undefined;
  transportCallSequence?: number | undefined;
  phase?: string | undefined;
  retracted: boolean;
  dataSource: string;
  dataProviderName?: string | undefined;
  dataProviderCode?: string | undefined;
  flags: string[];
  payloadId?: string | undefined;
  delayReason?: string | undefined;
  /** Which paper a SHIPMENT event speaks of: CUS, TRD, BKG… */
  documentType?: string | undefined;
};

export type Hold = { name: string; status: string; description?: string | undefined };

export type Fee = { type: string; amount: number; currencyCode?: string | undefined };

export type TerminalReport = {
  containerNumber: string;
  terminalLocode?: string | undefined;
  terminalSmdgCode?: string | undefined;
  terminalFirmsCode?: string | undefined;
  checkedAt?: Date | undefined;
  available?: boolean | undefined;
  /** A day on the terminal's calendar: going through UTC would shift it by one for half the world. */
  lastFreeDay?: string | undefined;
  lastFreeDayOf?: string | undefined;
  holds: Hold[];
  fees: Fee[];
  yardLocation?: string | undefined;
  appointmentAt?: Date | undefined;
  events: CarrierEvent[];
  source: string;
  chassisNumber?: string | undefined;
  offDock?: boolean | undefined;
};

export const allEvents = (snapshot: Snapshot): CarrierEvent[] => [
  ...snapshot.events,
  ...snapshot.containers.flatMap(({ events }) => events),
];

/** A booking that is merely confirmed has nothing to track yet. */
export const hasSomethingToTrack = (snapshot: Snapshot): boolean =>
  snapshot.containers.length > 0 || snapshot.events.some(({ eventType }) => eventType === 'TRANSPORT');

export const vesselImosOf = (snapshot: Snapshot): string[] =>
  [...new Set(allEvents(snapshot).flatMap(({ vesselImo }) => (vesselImo ? [vesselImo] : [])))].sort();
