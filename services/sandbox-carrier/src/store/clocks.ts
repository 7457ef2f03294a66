import { loaded, onDuplicate, stored } from '@landfall/kit/mongo';
import type { Connection } from 'mongoose';
import type { Clocks } from '../app/ports.js';
import { newClock, type Clock } from '../domain/clock.js';
import { clockSchema } from './schema.js';

// A question is cheaper than a look into the store; another replica's change is heard of this much later.
const FRESH_MS = 100;

// A clock without an account needs an id too.
const EVERYBODY = 'everybody';

const idOf = (account: string): string => account || EVERYBODY;

export const clocks = (db: Connection, speed: number, now: () => Date): Clocks => {
  const model = db.model('clock', clockSchema);
  const fresh = new Map<string, { clock: Promise<Clock>; until: number }>();

  const fetch = async (account: string): Promise<Clock> => {
    const known = loaded<Clock>(await model.findById(idOf(account)).lean());
    if (known) return known;
    const made = newClock(idOf(account), speed, now());
    const added = await model.create(stored(made)).then(() => true, onDuplicate(false));
    return added ? made : (loaded<Clock>(await model.findById(idOf(account)).lean()) ?? made);
  };

  const keep = (account: string, clock: Promise<Clock>): Promise<Clock> => {
    fresh.set(account, { clock, until: now().getTime() + FRESH_MS });
    clock.catch(() => fresh.delete(account));
    return clock;
  };

  const read = (account: string): Promise<Clock> => {
    const known = fresh.get(account);
    return known && known.until > now().getTime() ? known.clock : keep(account, fetch(account));
  };

  const change = async (account: string, how: (clock: Clock) => Clock): Promise<Clock> => {
    for (let before = await read(account); ; before = await fetch(account)) {
      const after = how(before);
      if (after === before) return before;
      const { id, revision, ...rest } = after;
      const { matchedCount } = await model.updateOne({ _id: id, revision }, { $set: rest, $inc: { revision: 1 } });
      if (matchedCount === 1) return keep(account, Promise.resolve({ ...after, revision: revision + 1 }));
    }
  };

  return { read, change };
};
