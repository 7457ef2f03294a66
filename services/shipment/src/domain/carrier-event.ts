/** One event as event-ingest hands it over: names and times made ours, everything else as the source said it. */
export type CarrierEvent = {
  key: string;
  eventType: string;
  eventCode: string;
  classifier: string;
  originalEvent: string;
  retracted: boolean;
  dataSource: string;
  flags: readonly string[];
  emptyIndicator?: string;
  mode?: string;
  occursAt?: Date;
  occursOn?: string;
  reportedAt?: Date;
  locationLocode?: string;
  locationName?: string;
  facilityCode?: string;
  facilityCodeList?: string;
  facilityType?: string;
  vesselName?: string;
  vesselImo?: string;
  voyageNumber?: string;
  transportCallKey?: string;
  transportCallSequence?: number;
  phase?: string;
  dataProviderName?: string;
  dataProviderCode?: string;
  payloadId?: string;
  delayReason?: string;
  documentType?: string;
};

/** A row that is never thrown away: the same key with other content is another row. */
export type KeptEvent = CarrierEvent & {
  id: string;
  receivedAt: Date;
  /** When it happened or shall happen; missing when the source gave no time that can be read. */
  at?: Date;
};

/** A row as one container shows it. */
export type RawEvent = KeptEvent & {
  /** The normalized name; empty when the row is told in the carrier's words only. */
  event: string;
  index: number;
  estimated: boolean;
  invalidatedAt?: Date;
  /** Another row speaks for the same step now. */
  superseded: boolean;
};
