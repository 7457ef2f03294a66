import type { Document } from '../bson/document.js';
import type { Catalog } from '../catalog/catalog.js';
import type { Hint } from '../query/planner.js';
import type { Pace } from '../query/scan.js';
import type { Reader } from '../storage/engine.js';

/** What a pipeline runs on. */
export type Ground = { reader: Reader; catalog: Catalog; db: string; pace: Pace; variables: Document; hint?: Hint };
