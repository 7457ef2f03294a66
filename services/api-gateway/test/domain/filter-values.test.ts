import { expect } from 'chai';
import { readFilter, readTime } from '../../src/domain/filter-values.js';

const now = new Date('2026-03-10T15:00:00Z');
const read = (kind: 'text' | 'prefix' | 'flag' | 'time' | 'number', text: string, bound?: string) => {
  const result = readFilter('filter[x]', 'x', kind, text, now, bound);
  return 'filter' in result ? [result.filter.op, ...result.filter.values] : result.fault.code;
};

describe('filter values', () => {
  it('commas mean or, for every kind [D-06]', () => {
    expect(read('text', 'a, b,c')).to.deep.equal(['eq', 'a', 'b', 'c']);
    expect(read('flag', 'true')).to.deep.equal(['eq', 'true']);
    expect(read('prefix', 'Col')).to.deep.equal(['prefix', 'Col']);
  });

  it('dates and numbers take a comparison before them [D-06]', () => {
    for (const [prefix, op] of [['<', 'lt'], ['<=', 'lte'], ['>', 'gt'], ['>=', 'gte'], ['=', 'eq'], ['', 'eq']]) {
      expect(read('time', `${prefix!}2026-01-05`)).to.deep.equal([op, '2026-01-05']);
      expect(read('number', `${prefix!}12.5`)).to.deep.equal([op, '12.5']);
    }
    expect(read('time', '2026-01-05T10:00:00+02:00', 'gte')).to.deep.equal(['gte', '2026-01-05T08:00:00.000Z']);
  });

  it('days are counted from the day of the service [D-06]', () => {
    expect(readTime('today', now)).to.equal('2026-03-10');
    expect(readTime('7.days.ago', now)).to.equal('2026-03-03');
    expect(readTime('1.day.from_now', now)).to.equal('2026-03-11');
  });

  it('presence is asked for by name [D-06]', () => {
    expect(read('time', '@exists')).to.deep.equal(['exists', 'true']);
    expect(read('text', '@not_exists')).to.deep.equal(['exists', 'false']);
  });

  it('what is no value of its kind is refused [D-05]', () => {
    for (const [kind, text] of [['flag', '1'], ['flag', ''], ['time', '05.01.2026'], ['time', '2026-02-30T99:00'], ['number', 'NaN'], ['number', '1e9'], ['text', ''], ['text', 'a,,b'], ['text', 'x'.repeat(201)], ['text', 'a\u0000b'], ['text', Array(101).fill('a').join()]] as const) {
      expect(read(kind, text), `${kind} ${text.slice(0, 20)}`).to.equal('invalid_parameter');
    }
  });
});
