import type { Atlas, NameId } from './atlas.js';
import type { LineName } from './shipment.js';

export type Context = {
  now: Date;
  /** The moment the source spoke; an ACT far behind it has not happened yet (rule 4). */
  asOf: Date;
  atlas: Atlas;
  nameId: NameId;
};

export type ShipmentContext = Context & { line: LineName };
