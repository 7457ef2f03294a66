import type { Document } from '../bson/document.js';

export type Direction = 1 | -1;

export type Index = {
  id: number;
  name: string;
  paths: string[];
  directions: Direction[];
  unique: boolean;
  sparse: boolean;
  hidden: boolean;
  /** Only documents this accepts are in the index. */
  partial?: { filter: Document; accepts: (document: Document) => boolean; paths: string[] };
  expireAfterSeconds?: number;
  /** Some document has more than one key here, so bounds on two paths may be met by two elements. */
  multikey: boolean;
  /** Which of its paths have met an array. */
  multikeyPaths: string[];
  /** False until the commit that filled the index is on disk: writers keep it, readers do not use it. */
  ready: boolean;
  /** As listIndexes shows it. */
  spec: Document;
};

export type Collection = {
  id: number;
  db: string;
  name: string;
  /** `db.name`, as errors show it. */
  ns: string;
  uuid: Buffer;
  options: Document;
  indexes: Index[];
  count: number;
  bytes: number;
  /** A dropped collection; cursors that still hold it are ended. */
  dropped: boolean;
};
