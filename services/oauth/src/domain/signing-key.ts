/** A key of ours; the private half is sealed before it is stored. */
export interface SigningKey {
  id: string;
  createdAt: Date;
  sealed: string;
}

const HOUR = 3_600_000;
const DAY = 24 * HOUR;

/** A new key every 30 days bounds what a stolen one is worth. */
export const ROTATE_AFTER_MS = 30 * DAY;
/** Readers that cached the set get this long to see a new key before anything is signed with it. */
export const PUBLISHED_BEFORE_USE_MS = HOUR;
/** What an old key signed is still checkable for this long after it was replaced. */
export const PUBLISHED_AFTER_USE_MS = 7 * DAY;

const newestFirst = (keys: readonly SigningKey[]): SigningKey[] => [...keys].sort((one, other) => other.createdAt.getTime() - one.createdAt.getTime());

export const needsNew = (keys: readonly SigningKey[], now: Date): boolean => {
  const [newest] = newestFirst(keys);
  return newest === undefined || now.getTime() - newest.createdAt.getTime() >= ROTATE_AFTER_MS;
};

/** The newest that readers have had time to see; the very first key has no readers yet. */
export const signingKey = (keys: readonly SigningKey[], now: Date): SigningKey | undefined => {
  const sorted = newestFirst(keys);
  return sorted.find(({ createdAt }) => now.getTime() - createdAt.getTime() >= PUBLISHED_BEFORE_USE_MS) ?? sorted.at(-1);
};

export const isPublished = ({ createdAt }: SigningKey, now: Date): boolean => now.getTime() - createdAt.getTime() < ROTATE_AFTER_MS + PUBLISHED_BEFORE_USE_MS + PUBLISHED_AFTER_USE_MS;
