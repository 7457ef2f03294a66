import { openSync, readSync } from 'node:fs';

// The line stands within the first lines of the file; what follows is of no interest.
const STATUS_BYTES = 2_048;
const RESIDENT_FILE = /RssFile:\s+(\d+) kB/;
// A look costs as much as two touches, so there are some between two looks even close to the limit.
const TOUCHES = { least: 8, most: 128 } as const;
/** The system maps what lies around a page along with it: this much at least, and megabytes where it caches in large pieces. */
const LEAST_A_TOUCH = 64 * 1_024;
/** Growth is uneven, so the next look comes after a part of what should still fit. */
const PART = 4;
const FADE = 0.9;

/** How much of mapped files is resident in this process; undefined where the system does not tell, which is not Linux. */
function mappedBytes(): (() => number) | undefined {
  const buffer = Buffer.alloc(STATUS_BYTES);
  try {
    const handle = openSync('/proc/self/status', 'r');
    return () => {
      const length = readSync(handle, buffer, 0, STATUS_BYTES, 0);
      return Number(RESIDENT_FILE.exec(buffer.toString('latin1', 0, length))?.[1] ?? 0) * 1_024;
    };
  } catch {
    return undefined;
  }
}

/** Told of every touch of the file, it looks now and then how much of it is resident, and says so when it is too much. */
export function watchMapped(limit: number, tooMuch: () => void): () => void {
  const measure = mappedBytes();
  if (!measure) return () => {};
  let left: number = TOUCHES.least;
  let between: number = TOUCHES.least;
  let last = measure();
  let aTouch = LEAST_A_TOUCH;
  return () => {
    left -= 1;
    if (left > 0) return;
    const now = measure();
    // Remembered over a release, which makes it shrink; forgotten slowly.
    aTouch = Math.max(LEAST_A_TOUCH, aTouch * FADE, (now - last) / between);
    between = Math.min(TOUCHES.most, Math.max(TOUCHES.least, Math.floor((limit - now) / aTouch / PART)));
    left = between;
    last = now;
    if (now > limit) tooMuch();
  };
}
