const DAY_MS = 86_400_000;
const SOON_DAYS = 3;

export interface Deadline {
  readonly lastFreeDay: Date | undefined;
  readonly pickedUpAt: Date | undefined;
}

export type Urgency = 'overdue' | 'imminent' | 'none' | 'unknown';

/** How much time is left before storage is charged. A last free day is good until it ends. */
export const urgencyOf = ({ lastFreeDay, pickedUpAt }: Deadline, now: Date): Urgency => {
  if (pickedUpAt !== undefined) return 'none';
  if (lastFreeDay === undefined) return 'unknown';
  const left = lastFreeDay.getTime() + DAY_MS - now.getTime();
  if (left <= 0) return 'overdue';
  return left <= (SOON_DAYS + 1) * DAY_MS ? 'imminent' : 'none';
};
