import type { Index } from '../catalog/types.js';
import type { KeyRange } from '../storage/engine.js';

/** How the documents of one query are reached. */
export type Plan = {
  /** Absent when the collection itself is walked, which is in `_id` order. */
  index: Index | undefined;
  /** In the order in which they are walked. */
  ranges: KeyRange[];
  /** The ranges are those of an index (or of `_id`), and not simply everything. */
  bounded: boolean;
  /** Being in the ranges *is* the filter: no document has to be decoded to know that it matches. */
  exact: boolean;
  /** The ranges are walked in the order the query asks for. */
  sorted: boolean;
  /** The ways of an `$or`, walked one after the other; `ranges` are empty then. */
  branches?: Plan[];
};

/** What a walk cost, as explain reports it. */
export type Examined = { keys: number; documents: number };
