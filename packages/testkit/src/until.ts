const WITHIN_MS = 15_000;
const EVERY_MS = 20;

/**
 * Waits for a fact instead of a while: asks again until the answer is neither undefined nor false, and says at the end
 * what the last answer was.
 */
export const until = async <Answer>(what: string, ask: () => Promise<Answer | undefined | false> | Answer | undefined | false, withinMs = WITHIN_MS, everyMs = EVERY_MS): Promise<Answer> => {
  const deadline = Date.now() + withinMs;
  let trouble: unknown;
  while (Date.now() < deadline) {
    try {
      const answer = await ask();
      if (answer !== undefined && answer !== false) return answer;
    } catch (error) {
      trouble = error;
    }
    await new Promise((resolve) => setTimeout(resolve, everyMs));
  }
  throw new Error(`waited ${withinMs} ms in vain until ${what}${trouble instanceof Error ? `: ${trouble.message}` : ''}`, { cause: trouble });
};
