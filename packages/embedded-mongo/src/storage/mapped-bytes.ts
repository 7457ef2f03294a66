import { openSync, readFileSync, readSync } from 'node:fs';

const LINE_BYTES = 128;
// A look costs as much as half a touch, so there are some between two looks even close to the limit.
const TOUCHES = { least: 8, most: 128 } as const;
/** The system maps what lies around a page along with it: this much at least, and megabytes where it caches in large pieces. */
const LEAST_A_TOUCH = 64 * 1_024;
/** Growth is uneven, so the next look comes after a part of what should still fit. */
const PART = 4;
const FADE = 0.9;

const RESIDENT = /VmRSS:\s+(\d+) kB/;

/** The two files count the same memory, one in pages and one in bytes; pages are a power of two. */
function pageBytes(): number {
  const kilobytes = Number(RESIDENT.exec(readFileSync('/proc/self/status', 'latin1'))?.[1]);
  const pages = Number(readFileSync('/proc/self/statm', 'latin1').split(' ')[1]);
  return 2 ** Math.round(Math.log2((kilobytes * 1_024) / pages));
}

function measuring(): (() => number) | undefined {
  const buffer = Buffer.alloc(LINE_BYTES);
  try {
    const page = pageBytes();
    const handle = openSync('/proc/self/statm', 'r');
    return () => {
      const length = readSync(handle, buffer, 0, LINE_BYTES, 0);
      return Number(buffer.toString('latin1', 0, length).split(' ', 3)[2]) * page;
    };
  } catch {
    return undefined;
  }
}

let mappedBytes: (() => number) | undefined;

/** Told of every touch of the file, it looks now and then how much of it is resident, and says so when it is too much. */
export function watchMapped(limit: number, tooMuch: () => void): () => void {
  // Where there is no /proc, which is not Linux, the system does not tell.
  mappedBytes ??= measuring();
  const measure = mappedBytes;
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
