import { expect } from 'chai';
import { lanes, type Lane } from '../../src/app/lanes.js';

const NOW = new Date('2026-03-10T00:00:00Z');
const later = (ms: number) => new Date(NOW.getTime() + ms);

/** One lane over rows that are due at once, whose work ends when the test says so. */
const oneLane = (rows: string[], concurrency = 2) => {
  const clock = { now: NOW };
  const looks: string[] = [];
  const working = new Map<string, (dueAgain: Date | null) => void>();
  const failing = new Map<string, (error: Error) => void>();
  const failed: unknown[] = [];
  const store = { nextDue: null as Date | null };
  let woken = 0;
  const lane: Lane<string> = {
    name: 'EXMP',
    concurrency,
    claim: async (limit) => {
      looks.push('claim');
      return rows.splice(0, limit);
    },
    nextDue: async () => {
      looks.push('nextDue');
      return store.nextDue;
    },
    work: (job) =>
      new Promise((resolve, reject) => {
        working.set(job, resolve);
        failing.set(job, reject);
      }),
  };
  const all = lanes([lane as unknown as Lane<never>], () => clock.now, { failed: (_, error) => failed.push(error) }, () => (woken += 1));
  const end = async (how: () => void) => {
    how();
    // Of the rows under work only this one ends, so the others must not be waited for.
    await Promise.race([all.settled(), new Promise((resolve) => setImmediate(resolve))]);
  };
  return {
    all, clock, looks, store, failed,
    woken: () => woken,
    ended: (job: string, dueAgain: Date | null) => end(() => working.get(job)?.(dueAgain)),
    broke: (job: string) => end(() => failing.get(job)?.(new Error('broken'))),
    turn: async () => {
      looks.length = 0;
      await all.turn();
      return [...looks];
    },
  };
};

describe('lanes', () => {
  it('looks once for what is due and once for when more will be, and then rests', async () => {
    const { turn } = oneLane(['a']);
    expect(await turn()).to.deep.equal(['claim', 'nextDue']);
    expect(await turn()).to.deep.equal([]);
  });

  it('asks the store for nothing when a poll ends that says when it is due again', async () => {
    const { turn, ended, woken } = oneLane(['a']);
    await turn();
    await ended('a', later(60_000));
    expect(await turn()).to.deep.equal([]);
    expect(woken()).to.equal(0);
  });

  it('looks again when the row that was polled is due, however long it meant to sleep', async () => {
    const { turn, ended, clock } = oneLane(['a']);
    await turn();
    await ended('a', later(250));
    clock.now = later(249);
    expect(await turn()).to.deep.equal([]);
    clock.now = later(250);
    expect(await turn()).to.include('claim');
  });

  it('wakes the poller when a full lane has room again', async () => {
    const { all, turn, ended, woken } = oneLane(['a', 'b', 'c']);
    expect(await turn()).to.deep.equal(['claim']);
    expect(all.hasRoom('EXMP')).to.equal(false);
    expect(await turn()).to.deep.equal([]);
    await ended('a', later(60_000));
    expect(woken()).to.equal(1);
    expect(await turn()).to.deep.equal(['claim']);
  });

  it('tells of work that broke, and finds its row within five seconds', async () => {
    const { turn, broke, clock, failed } = oneLane(['a']);
    await turn();
    await broke('a');
    expect(failed).to.have.length(1);
    expect(await turn()).to.deep.equal([]);
    clock.now = later(5_000);
    expect(await turn()).to.include('claim');
  });

  it('looks at once when it is kicked', async () => {
    const { all, turn, woken } = oneLane([]);
    await turn();
    all.kick('EXMP');
    expect(woken()).to.equal(1);
    expect(await turn()).to.deep.equal(['claim', 'nextDue']);
  });
});
