import type { Engine } from './engine.js';
import { lockFolder } from './folder-lock.js';
import { lmdbEngine, MAX_MAPPED_BYTES } from './lmdb.js';
import { memoryEngine } from './memory.js';

export type EngineOptions = { path?: string; memory?: boolean; maxMappedBytes?: number };

/** The engine a server was asked for; a durable one owns its folder until it is closed. */
export function openEngine({ path, memory, maxMappedBytes = MAX_MAPPED_BYTES }: EngineOptions): Engine {
  if (memory || path === undefined) return memoryEngine();
  const unlock = lockFolder(path);
  try {
    const engine = lmdbEngine(path, maxMappedBytes);
    return {
      ...engine,
      async close() {
        await engine.close();
        unlock();
      },
    };
  } catch (error) {
    unlock();
    throw error;
  }
}
