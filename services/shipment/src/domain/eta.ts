import { saidAt } from './kept-events.js';
import type { Journey, Mark } from './journey.js';
import { byAuthority, type Reading } from './steps.js';
import type { Spot } from './plan.js';

const MINUTE = 60_000;

/** What is expected now: the newest estimate, else the newest plan. */
export const bestEstimate = (readings: readonly Reading[]): Reading | undefined =>
  readings.filter(({ standing }) => standing < 2).sort(byAuthority)[0];

/** What was expected first; later revisions are measured against it. */
export const firstEstimate = (readings: readonly Reading[]): Reading | undefined =>
  readings.filter(({ standing }) => standing < 2).sort((a, b) => saidAt(a.event) - saidAt(b.event) || (a.event.id < b.event.id ? -1 : 1))[0];

export const actualOf = (readings: readonly Reading[]): Reading | undefined => readings.find(({ standing }) => standing === 2);

export type Times = { expectedAt?: Date; firstExpectedAt?: Date; happenedAt?: Date };

export const timesOf = (readings: readonly Reading[]): Times => {
  const expected = bestEstimate(readings);
  const first = firstEstimate(readings);
  const actual = actualOf(readings);
  return {
    ...(expected ? { expectedAt: expected.at } : {}),
    ...(first ? { firstExpectedAt: first.at } : {}),
    ...(actual ? { happenedAt: actual.at } : {}),
  };
};

export const markAt = (journey: Journey, name: Mark['name'], spot?: Spot): Mark | undefined =>
  journey.marks.find((mark) => mark.name === name && (spot === undefined || mark.spot === spot));

/** Carriers round to the minute and re-send; less than that is no news (D-33). */
export const isNewEta = (before: Date | undefined, after: Date | undefined): boolean =>
  after !== undefined && (before === undefined || Math.abs(after.getTime() - before.getTime()) >= MINUTE);
