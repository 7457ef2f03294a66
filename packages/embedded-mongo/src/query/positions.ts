import type { Document } from '../bson/types.js';
import { compileFilter, type Positions } from './matcher.js';

/** Which array elements made a document match its filter; asked only by an update that uses `$`. */
export const matchedPositions = (filter: Document, document: Document, variables?: Document): Positions =>
  compileFilter(filter, { variables }).positions(document);
