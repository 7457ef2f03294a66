import type { LonLat } from '../src/geodesy.js';
import { milesOnLand, type OnLand } from './natural-earth.js';

/** Leaves out the points of a staircase that a straight course past them does not need, ends always kept. */
export const straightened = (line: readonly LonLat[], onLand: OnLand): LonLat[] => {
  const kept = line.slice(0, 1);
  let at = 0;
  for (let here = line[at]; here && at < line.length - 1; here = line[at]) {
    let next = at + 1;
    let alongSteps = milesOnLand([here, line[next] ?? here], onLand, 1);
    for (let far = at + 2; far < line.length; far += 1) {
      const there = line[far] ?? here;
      alongSteps += milesOnLand([line[far - 1] ?? here, there], onLand, 1);
      // Where even the staircase is on land, as in a river, straight is as good.
      if (milesOnLand([here, there], onLand, 1) <= alongSteps) next = far;
    }
    kept.push(line[next] ?? here);
    at = next;
  }
  return kept;
};
