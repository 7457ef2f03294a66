import { withDeadline } from '@landfall/kit/deadline';

/** What came back, as far as the bounds let it; a carrier's text is never trusted with our memory or our time. */
export type Fetched =
  | { ok: true; status: number; headers: Headers; text: string }
  | { ok: false; why: 'timeout' | 'too_large' | 'network'; detail: string };

export type Bounds = { timeoutMs: number; bytes: number };

const readUpTo = async (response: Response, bytes: number): Promise<string | null> => {
  if (!response.body) return '';
  const reader = response.body.getReader();
  const chunks: Uint8Array[] = [];
  let size = 0;
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return Buffer.concat(chunks).toString('utf8');
    size += value.byteLength;
    if (size > bytes) {
      await reader.cancel();
      return null;
    }
    chunks.push(value);
  }
};

const causeOf = (error: unknown): string => {
  const cause = error instanceof Error ? (error.cause ?? error) : error;
  const code = (cause as { code?: unknown } | null)?.code;
  return typeof code === 'string' ? code : cause instanceof Error ? cause.name : 'unknown';
};

/** fetch with a deadline over headers and body together, a size cap, and failures as values. */
export const boundedFetch = async (url: string | URL, init: RequestInit, { timeoutMs, bytes }: Bounds): Promise<Fetched> => {
  try {
    return await withDeadline(timeoutMs, async (signal): Promise<Fetched> => {
      const response = await fetch(url, { ...init, signal, redirect: 'manual' });
      const text = await readUpTo(response, bytes);
      if (text === null) return { ok: false, why: 'too_large', detail: `The answer is larger than ${bytes} bytes.` };
      return { ok: true, status: response.status, headers: response.headers, text };
    });
  } catch (error) {
    // A query may carry a key, so only what kind of failure it was is told.
    if ((error as { name?: unknown } | null)?.name === 'TimeoutError') return { ok: false, why: 'timeout', detail: `No whole answer within ${timeoutMs} ms.` };
    return { ok: false, why: 'network', detail: `The connection failed (${causeOf(error)}).` };
  }
};
