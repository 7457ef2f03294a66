/**
 * Gives work a signal that fires when its time is up. Unlike that of `AbortSignal.timeout` it ends with the work: else
 * every exchange of the last half minute would leave a timer behind, and all that hangs on it.
 */
export const withDeadline = async <Result>(timeoutMs: number, work: (signal: AbortSignal) => Promise<Result>): Promise<Result> => {
  const late = new AbortController();
  const timer = setTimeout(() => late.abort(new DOMException('The operation was aborted due to timeout', 'TimeoutError')), timeoutMs);
  try {
    return await work(late.signal);
  } finally {
    clearTimeout(timer);
  }
};
