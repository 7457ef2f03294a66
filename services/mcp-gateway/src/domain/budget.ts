/** Ids and JSON cut into more tokens than prose does; three characters a token errs on the side of short. */
const CHARACTERS_A_TOKEN = 3;

/** More than this fills a model's context with one answer. */
const MOST_TOKENS = 8_000;

export const tokensOf = (text: string): number => Math.ceil(text.length / CHARACTERS_A_TOKEN);

export interface Fitted<Value> {
  readonly value: Value;
  readonly text: string;
  readonly fits: boolean;
}

/** The most rows that stay within the cap; each try keeps the share that the last one suggests. */
export const fit = <Value>(rows: number, build: (count: number) => Value): Fitted<Value> => {
  let count = rows;
  for (;;) {
    const value = build(count);
    const text = JSON.stringify(value);
    const tokens = tokensOf(text);
    if (tokens <= MOST_TOKENS) return { value, text, fits: true };
    if (count === 0) return { value, text, fits: false };
    count = Math.min(count - 1, Math.floor((count * MOST_TOKENS * 0.95) / tokens));
  }
};

/** Says that rows were cut, and how to get at them. */
export const cutNote = (shown: number, rows: number): string | undefined =>
  shown >= rows ? undefined : `Only ${shown} of the ${rows} rows of this page fit. Ask again with page_size ${Math.max(1, shown)} to page through all of them.`;

/** What is behind this page. */
export const moreAfter = (total: number, page: number, size: number): string | undefined => {
  const left = total - page * size;
  return left > 0 ? `${left} more, pass page ${page + 1}` : undefined;
};
