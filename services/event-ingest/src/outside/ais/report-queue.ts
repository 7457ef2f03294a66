import type { AisReport } from '../../domain/ais.js';

export type ReportQueue = { take: (report: AisReport) => void; settled: () => Promise<void>; end: () => Promise<void> };

// Ships report every few seconds; what cannot be kept up with is better dropped than remembered.
const MOST_WAITING = 10_000;

// A store commits what many ask for at once nearly as fast as what one asks for.
const AT_ONCE = 256;

const byShip = (reports: readonly AisReport[]): AisReport[][] => {
  const ships = new Map<string, AisReport[]>();
  for (const report of reports) {
    const known = ships.get(report.mmsi);
    if (known) known.push(report);
    else ships.set(report.mmsi, [report]);
  }
  return [...ships.values()];
};

/** Many ships at once, each ship's reports one after the other; the oldest give way when the store cannot keep up. */
export const reportQueue = (hear: (report: AisReport) => Promise<void>, onFault: (error: unknown) => void): ReportQueue => {
  const waiting: AisReport[] = [];
  let draining: Promise<void> | undefined;

  const hearAll = async (reports: readonly AisReport[]): Promise<void> => {
    for (const report of reports) await hear(report).catch(onFault);
  };
  const drain = async (): Promise<void> => {
    while (waiting.length > 0) await Promise.all(byShip(waiting.splice(0, AT_ONCE)).map(hearAll));
  };

  return {
    take: (report) => {
      if (waiting.length >= MOST_WAITING) waiting.shift();
      waiting.push(report);
      draining ??= drain().finally(() => {
        draining = undefined;
      });
    },
    settled: async () => {
      await draining;
    },
    end: async () => {
      waiting.length = 0;
      await draining;
    },
  };
};
