const DUPLICATE_KEY = 11_000;

interface Coded {
  code?: unknown;
  /** Of a bulk: what each part that failed came to. */
  writeErrors?: readonly Coded[];
}

/** Has a unique index refused it; or in a bulk, all of it that was refused? */
export const isDuplicate = (thrown: unknown): boolean => {
  const { code, writeErrors = [] } = (thrown ?? {}) as Coded;
  return code === DUPLICATE_KEY && writeErrors.every((each) => each.code === DUPLICATE_KEY);
};

/** For `.then(…, onDuplicate(answer))`: the unique index has spoken; other failures go on. */
export const onDuplicate =
  <Answer>(answer: Answer) =>
  (thrown: unknown): Answer => {
    if (isDuplicate(thrown)) return answer;
    throw thrown;
  };
