import { randomBytes } from 'node:crypto';
import { mongoError } from '../errors.js';
import type { Source } from './batch.js';

/** As MongoDB: a cursor nobody asked for this long is forgotten. */
const IDLE_MS = 10 * 60_000;
// Each open cursor holds a walk; a client that leaks them is told, before memory is.
const MAX_OPEN = 5_000;

export type Cursors = ReturnType<typeof openCursors>;
type Held = { source: Source; usedAt: number };

/** Positive and unguessable, so that a client cannot meet another's cursor by counting. */
const newId = (): bigint => (randomBytes(8).readBigUInt64LE() >> 1n) | 1n;

export function openCursors() {
  const open = new Map<bigint, Held>();

  const end = (id: bigint): boolean => {
    const held = open.get(id);
    if (!held) return false;
    open.delete(id);
    held.source.next.return?.();
    return true;
  };

  return {
    keep(source: Source): bigint {
      if (open.size >= MAX_OPEN) throw mongoError(146, `There are already ${MAX_OPEN} open cursors`);
      const id = newId();
      open.set(id, { source, usedAt: Date.now() });
      return id;
    },
    /** A cursor belongs to its collection; asked for with another it does not exist. */
    get(id: bigint, ns: string): Source {
      const held = open.get(id);
      if (!held || held.source.ns !== ns) throw mongoError(43, `cursor id ${id} not found`);
      held.usedAt = Date.now();
      return held.source;
    },
    end,
    endIdle(now: number): void {
      for (const [id, held] of open) if (now - held.usedAt > IDLE_MS) end(id);
    },
    endAll(): void {
      for (const id of [...open.keys()]) end(id);
    },
    count: () => open.size,
  };
}
