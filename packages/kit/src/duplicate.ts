const DUPLICATE_KEY = 11_000;

export const isDuplicate = (thrown: unknown): boolean => (thrown as { code?: unknown } | null)?.code === DUPLICATE_KEY;

/** For `.then(…, onDuplicate(answer))`: the unique index has spoken; other failures go on. */
export const onDuplicate =
  <Answer>(answer: Answer) =>
  (thrown: unknown): Answer => {
    if (isDuplicate(thrown)) return answer;
    throw thrown;
  };
