import { expect } from 'chai';
import { problem } from '../src/problem.js';
import { retrying } from '../src/retrying.js';

const next = () => new Promise<void>((resolve) => setImmediate(resolve));

/** A record that refuses who has not read its newest version. */
const record = () => {
  let revision = 0;
  const change = async (): Promise<number> => {
    const read = revision;
    await next();
    if (read !== revision) throw problem('revision_conflict', 'Moved.');
    return (revision += 1);
  };
  return { change, revision: () => revision };
};

describe('writers of one record', () => {
  it('all get through when many meet, each on what the one before left', async () => {
    const one = record();
    const written = await Promise.all(Array.from({ length: 20 }, () => retrying(one.change)));
    expect(new Set(written).size).to.equal(20);
    expect(one.revision()).to.equal(20);
  });

  it('are told how often they tried', async () => {
    const tries: number[] = [];
    await retrying(async (nth) => {
      tries.push(nth);
      if (nth < 3) throw problem('revision_conflict', 'Moved.');
    });
    expect(tries).to.deep.equal([1, 2, 3]);
  });

  it('hear of any other failure at once, and of a race that does not end', async () => {
    const codeAfter = async (code: 'not_found' | 'revision_conflict') => {
      let tries = 0;
      const failure = await retrying(() => Promise.reject(problem(code, `${(tries += 1)}`))).catch((error: unknown) => error);
      return { failure, tries };
    };
    const missing = await codeAfter('not_found');
    expect(missing).to.nested.include({ 'failure.code': 'not_found', tries: 1 });
    const endless = await codeAfter('revision_conflict');
    expect(endless).to.nested.include({ 'failure.code': 'revision_conflict', tries: 16 });
  });
});
