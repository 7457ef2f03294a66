import type { Document } from '../bson/document.js';
import { toNumber } from '../catalog/numbers.js';
import type { Direction } from '../catalog/types.js';

/**
 * Whether walking an index forwards (1) or backwards (-1) gives the wanted order.
 * Paths fixed to one value are in every order, so they are passed over on both sides.
 */
export function sortDirection(
  sort: Document, paths: string[], directions: Direction[], fixed: ReadonlySet<string>,
): Direction | undefined {
  const wanted = Object.entries(sort).filter(([path]) => !fixed.has(path));
  let way: Direction | undefined;
  let at = 0;
  for (const [path, given] of wanted) {
    while (at < paths.length && fixed.has(paths[at] as string)) at += 1;
    const asked = toNumber(given);
    if (paths[at] !== path || (asked !== 1 && asked !== -1)) return undefined;
    const here: Direction = asked === directions[at] ? 1 : -1;
    if (way !== undefined && way !== here) return undefined;
    way = here;
    at += 1;
  }
  return way ?? 1;
}
