import { expect } from 'chai';
import { gatherer, gathererByKey } from '../src/gatherer.js';

const turn = () => new Promise<void>((resolve) => setImmediate(resolve));

describe('what is asked close together', () => {
  /** Doubles numbers, and remembers which it was given at once. */
  const doubling = (gathering: { most: number; waitMs?: number }) => {
    const lots: number[][] = [];
    const ask = gatherer<number, number>(async (items) => {
      lots.push([...items]);
      await turn();
      if (items.includes(13)) throw new Error('unlucky');
      return (index) => (items[index] ?? 0) * 2;
    }, gathering);
    return { ask, lots };
  };

  it('is handled in one go, and each hears of its own', async () => {
    const { ask, lots } = doubling({ most: 10 });
    expect(await Promise.all([1, 2, 3].map(ask))).to.deep.equal([2, 4, 6]);
    expect(lots).to.deep.equal([[1, 2, 3]]);
  });

  it('gathers behind the lot that is under way, in the order of arrival and no more than may be at once', async () => {
    const { ask, lots } = doubling({ most: 2 });
    const first = ask(1);
    await turn();
    await Promise.all([first, ...[2, 3, 4].map(ask)]);
    expect(lots).to.deep.equal([[1], [2, 3], [4]]);
  });

  it('does not wait for more company when it is complete', async () => {
    const { ask, lots } = doubling({ most: 2, waitMs: 3_600_000 });
    await Promise.all([1, 2].map(ask));
    expect(lots).to.deep.equal([[1, 2]]);
  });

  it('fails together, and goes on', async () => {
    const { ask } = doubling({ most: 10 });
    const outcomes = await Promise.allSettled([12, 13].map(ask));
    expect(outcomes.map(({ status }) => status)).to.deep.equal(['rejected', 'rejected']);
    expect(await ask(4)).to.equal(8);
  });

  it('is only done where there is nothing to hear', async () => {
    const done: string[] = [];
    const write = gatherer(async (items: readonly string[]) => void done.push(...items), { most: 10, waitMs: 1 });
    expect(await Promise.all([write('a'), write('b')])).to.deep.equal([undefined, undefined]);
    expect(done).to.deep.equal(['a', 'b']);
  });

  it('gathers for each key by itself, and waits for no other', async () => {
    const lots: string[] = [];
    let release: () => void = () => undefined;
    const held = new Promise<void>((resolve) => (release = resolve));
    const ask = gathererByKey<number, string>(async (key, items) => {
      lots.push(`${key}${items.join('')}`);
      if (key === 'a' && items.includes(1)) await held;
      return (index) => `${key}${items[index]}`;
    }, { most: 10 });
    const first = ask('a', 1);
    await turn();
    const [second, third, other] = [ask('a', 2), ask('a', 3), ask('b', 4)];
    expect(await other).to.equal('b4');
    release();
    expect(await Promise.all([first, second, third])).to.deep.equal(['a1', 'a2', 'a3']);
    expect(lots).to.deep.equal(['a1', 'b4', 'a23']);
  });
});
