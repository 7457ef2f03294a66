import type { Engine } from './engine.js';
import { lockFolder } from './folder-lock.js';
import { lmdbEngine } from './lmdb.js';
import { memoryEngine } from './memory.js';

/** The engine a server was asked for; a durable one owns its folder until it is closed. */
export function openEngine({ path, memory }: { path?: string; memory?: boolean }): Engine {
  if (memory || path === undefined) return memoryEngine();
  const unlock = lockFolder(path);
  try {
    const engine = lmdbEngine(path);
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
