import { Problem } from '@landfall/kit/problem';

// Two writers of one record meet rarely, and the loser only reads again.
const TRIES = 6;

/** Reads again when somebody else wrote first; other failures go on. */
export const retrying = async <Result>(attempt: (tries: number) => Promise<Result>): Promise<Result> => {
  for (let tries = 1; ; tries += 1) {
    try {
      return await attempt(tries);
    } catch (error) {
      const raced = error instanceof Problem && error.code === 'revision_conflict';
      if (!raced || tries >= TRIES) throw error;
    }
  }
};
