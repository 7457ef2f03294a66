export interface Figure {
  what: string;
  perSecond: number;
  /** Rate beside that of the row it is compared to, in the same run. */
  ratio?: number;
  p50Ms?: number;
  p99Ms?: number;
}

const shown = (value: number | undefined, digits: number): string => (value === undefined ? '' : value.toFixed(digits));

/** A Markdown table for `npm run bench`: ratios within one run say more than rates. */
export const figuresTable = (figures: readonly Figure[]): string => {
  const rows = figures.map(({ what, perSecond, ratio, p50Ms, p99Ms }) => `| ${what} | ${shown(perSecond, 0)} | ${shown(ratio, 2)} | ${shown(p50Ms, 2)} | ${shown(p99Ms, 2)} |`);
  return ['| what | per second | ratio | p50 ms | p99 ms |', '|---|---|---|---|---|', ...rows].join('\n');
};

/** How long what took longer than this share of all others took, as in 0.99. */
export const percentile = (sorted: readonly number[], share: number): number => sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0;

/** Runs `work` so many times, so many at once, and says how it went. */
export const measured = async (what: string, times: number, atOnce: number, work: (n: number) => Promise<unknown>): Promise<Figure> => {
  const durations: number[] = [];
  let next = 0;
  const worker = async () => {
    while (next < times) {
      const n = next++;
      const beganAt = performance.now();
      await work(n);
      durations.push(performance.now() - beganAt);
    }
  };
  const beganAt = performance.now();
  await Promise.all(Array.from({ length: atOnce }, worker));
  const seconds = (performance.now() - beganAt) / 1_000;
  durations.sort((left, right) => left - right);
  return { what, perSecond: times / seconds, p50Ms: percentile(durations, 0.5), p99Ms: percentile(durations, 0.99) };
};

/** The same figures, each beside the first. */
export const besideFirst = (figures: readonly Figure[]): Figure[] => figures.map((figure) => ({ ...figure, ratio: figure.perSecond / (figures[0]?.perSecond ?? 1) }));
