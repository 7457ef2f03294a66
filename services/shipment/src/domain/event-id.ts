import type { NameId } from './atlas.js';

// 48 bits of 128: enough that two containers hardly ever share them, and what is found is checked anyway.
const SHARED = 'xxxxxxxx-xxxx'.length;

/** The id of something inside a container begins like the container's, so that it leads there without an index. */
export const eventId = (nameId: NameId, containerId: string, ...parts: readonly string[]): string =>
  containerId.slice(0, SHARED) + nameId(containerId, ...parts).slice(SHARED);

/** The range of container ids that an event's id may belong to, as [from, to]. */
export const containerRange = (id: string): [string, string] => [`${id.slice(0, SHARED)}-`, `${id.slice(0, SHARED)}-~`];
