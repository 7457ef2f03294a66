import type { Container, ContainerRecord } from './container.js';
import type { KeptEvent } from './carrier-event.js';
import { journeyOf, type Journey, type Surroundings } from './journey.js';
import { knownUntil } from './known-until.js';
import { within } from './reuse.js';

export const rowsOf = (record: ContainerRecord): KeptEvent[] => [...record.own, ...record.shared].filter((row) => within(row, record));

/** A container's journey once more, for reads that ask how its fields came to be. */
export const journeyOfContainer = (container: Container, around: Surroundings): Journey =>
  journeyOf(rowsOf(container), { ...around, asOf: knownUntil(around.asOf, [container]) });
