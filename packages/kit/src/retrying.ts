import { setTimeout as pause } from 'node:timers/promises';
import { Problem } from './problem.js';

// With every round one of those who meet gets through, so this is also how many may write one record at once.
const TRIES = 16;
const FIRST_PAUSE_MS = 4;
const LONGEST_PAUSE_MS = 400;

// Each waits differently long: those who met would else meet again.
const pauseAfter = (tries: number): number => Math.random() * Math.min(LONGEST_PAUSE_MS, FIRST_PAUSE_MS * 2 ** tries);

const isRace = (error: unknown): boolean => error instanceof Problem && error.code === 'revision_conflict';

/** Reads, changes and writes again when somebody else wrote first (`revision_conflict`); other failures go on. */
export const retrying = async <Result>(attempt: (tries: number) => Promise<Result>): Promise<Result> => {
  for (let tries = 1; ; tries += 1) {
    try {
      return await attempt(tries);
    } catch (error) {
      if (!isRace(error) || tries >= TRIES) throw error;
    }
    await pause(pauseAfter(tries));
  }
};
