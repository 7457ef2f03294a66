import type { Atlas, NameId } from './atlas.js';
import type { LineName } from './shipment.js';

export type Context = {
  now: Date;
  /** When the source was heard: the same for every delivery of one message. */
  takenAt: Date;
  /** The moment the source spoke; an ACT far behind it has not happened yet (rule 4). */
  asOf: Date;
  atlas: Atlas;
  nameId: NameId;
};

export type ShipmentContext = Context & { line: LineName };
