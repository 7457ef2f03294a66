import { connect as dial } from 'node:net';

/** Does somebody take connections there? */
export const listens = (port: number) => (): Promise<boolean> =>
  new Promise((resolve) => {
    const probe = dial(port, '127.0.0.1');
    probe.once('connect', () => probe.destroy() && resolve(true));
    probe.once('error', () => resolve(false));
  });

// Whoever is asked while it stands still must not make the asker stand still too.
const ANSWER_MS = 1_000;

export const isReady = (healthPort: number) => async (): Promise<boolean> => {
  const { ok, body } = await fetch(`http://127.0.0.1:${healthPort}/readyz`, { signal: AbortSignal.timeout(ANSWER_MS) });
  await body?.cancel();
  return ok;
};

export const programOf = (folder: string): string => new URL(`../../../${folder}/dist/main.js`, import.meta.url).pathname;
