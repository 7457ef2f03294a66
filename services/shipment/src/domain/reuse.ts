import { currentEvents } from './kept-events.js';
import type { KeptEvent } from './carrier-event.js';

/** The part of a box's life that is one journey; open ends are missing. */
export type Span = { startsAt?: Date; endsAt?: Date };

type Deed = { at: number; does: 'laden' | 'returned' | 'taken' };

const deedOf = (event: KeptEvent): Deed | null => {
  if (event.classifier !== 'ACT' || event.retracted || !event.at) return null;
  const at = event.at.getTime();
  const code = event.eventCode;
  if (event.emptyIndicator === 'EMPTY') {
    if (code === 'GTIN' || code === 'DROP') return { at, does: 'returned' };
    return code === 'GTOT' || code === 'PICK' ? { at, does: 'taken' } : null;
  }
  return event.eventType === 'EQUIPMENT' ? { at, does: 'laden' } : null;
};

/** Rule 7: where one journey ends and the next begins: an empty pick-up after an empty return of a box that was full. */
export const journeyStarts = (rows: readonly KeptEvent[]): Date[] => {
  const deeds = currentEvents(rows).flatMap((event) => deedOf(event) ?? []).sort((a, b) => a.at - b.at);
  const starts: Date[] = [];
  let state: 'open' | 'laden' | 'returned' = 'open';
  for (const { at, does } of deeds) {
    if (does === 'taken' && state === 'returned') {
      starts.push(new Date(at));
      state = 'open';
    } else if (does === 'laden') state = 'laden';
    else if (does === 'returned' && state === 'laden') state = 'returned';
  }
  return starts;
};

export const within = ({ at }: { at?: Date }, { startsAt, endsAt }: Span): boolean =>
  at === undefined ? endsAt === undefined : !(startsAt && at < startsAt) && !(endsAt && at >= endsAt);

export type Split = { current: Span; next?: Span };

/** What new rows make of the newest journey of a box: it may begin later than thought, or be over. */
export const splitOf = (own: readonly KeptEvent[], all: readonly KeptEvent[], span: Span): Split => {
  const start = journeyStarts(all.filter((row) => within(row, span))).at(-1);
  if (!start) return { current: span };
  const known = own.filter((row) => row.classifier === 'ACT' && row.at !== undefined && within(row, span));
  // Everything known so far came later: the rows of an older journey arrived late.
  const wasLater = known.every(({ at }) => at !== undefined && at >= start);
  return wasLater ? { current: { ...span, startsAt: start } } : { current: { ...span, endsAt: start }, next: { startsAt: start } };
};
