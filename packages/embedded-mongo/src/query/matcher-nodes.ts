import type { Document } from '../bson/types.js';

export type Test = (value: unknown) => boolean;

/** What is asked of the value at one path. `expands`: an array answers also through each of its elements. */
export type Leaf =
  | { kind: 'eq' | 'lt' | 'lte' | 'gt' | 'gte'; value: unknown }
  | { kind: 'in'; values: unknown[]; patterns: Leaf[] }
  | { kind: 'regex'; pattern: string; options: string; test: Test }
  | { kind: 'test'; expands: boolean; test: Test }
  | { kind: 'exists' }
  | { kind: 'elemMatch'; node: Node }
  | { kind: 'elemMatchValue'; leaves: Leaf[] }
  | { kind: 'not'; leaves: Leaf[] };

/** A filter, understood and checked, from which both the test and the index bounds are made. */
export type Node =
  | { kind: 'and' | 'or' | 'nor'; nodes: Node[] }
  | { kind: 'field'; path: string; parts: string[]; leaf: Leaf }
  | { kind: 'expr'; accepts: (document: Document) => boolean }
  | { kind: 'constant'; value: boolean };

export type FilterOptions = {
  /** Values of `let`, for `$expr`. */
  variables?: Document | undefined;
  now?: Date | undefined;
  /** Only the shape is wanted: variables are not looked up. */
  anyVariable?: boolean;
};
