import { expect } from 'chai';
import { problem, problems, toProblem } from '../src/problem.js';

describe('problem', () => {
  it('passes a Problem on as it is', () => {
    const known = problem('not_found', 'No such thing.');
    expect(toProblem(known)).to.equal(known);
  });

  it('makes a bug internal, with the cause kept and nothing of it told', () => {
    const made = toProblem(new TypeError('x is undefined in /srv/secret.ts'));
    expect(made.code).to.equal('internal');
    expect(made.detail).to.equal('Unexpected failure.');
    expect(made.cause).to.be.instanceOf(TypeError);
    expect(made.again).to.equal(false);
  });

  it('takes an absent store or bus for a passing trouble', () => {
    for (const name of ['MongoServerSelectionError', 'MongoNetworkError', 'MongoClientClosedError', 'NatsError']) {
      const made = toProblem(Object.assign(new Error('gone'), { name }));
      expect(made.code, name).to.equal('unavailable');
      expect(made.again).to.equal(true);
    }
  });

  it('takes a full disk for a passing trouble, alone and in a bulk: what could not be written waits, and is not put aside', () => {
    const full = Object.assign(new Error('The disk is full'), { name: 'MongoServerError', code: 14_031 });
    expect(toProblem(full).code).to.equal('unavailable');
    const bulk = Object.assign(new Error('dup key'), { name: 'MongoBulkWriteError', code: 11_000, writeErrors: [{ code: 11_000 }, { code: 14_031 }] });
    expect(toProblem(bulk).code).to.equal('unavailable');
    expect(toProblem(Object.assign(new Error('dup key'), { name: 'MongoBulkWriteError', code: 11_000, writeErrors: [{ code: 11_000 }] })).code).to.equal('internal');
  });

  it('takes a bulk for interrupted, not for wrong, when its connection broke; and believes a store that says try again', () => {
    const inner = Object.assign(new Error('connection 4 closed'), { name: 'MongoNetworkError' });
    expect(toProblem(Object.assign(new Error('connection 4 closed'), { name: 'MongoBulkWriteError', errorResponse: inner })).code).to.equal('unavailable');
    expect(toProblem(Object.assign(new Error('dup key'), { name: 'MongoBulkWriteError', errorResponse: { code: 11_000 } })).code).to.equal('internal');
    expect(toProblem(Object.assign(new Error('stepping down'), { name: 'MongoServerError', errorLabels: ['RetryableWriteError'] })).code).to.equal('unavailable');
  });

  it('lets the first of several speak and brings the others along', () => {
    const both = problems([problem('blank', 'one', { pointer: '/a' }), problem('invalid', 'two', { pointer: '/b' })]);
    expect(both.code).to.equal('blank');
    expect(both.more.others?.map(({ detail }) => detail)).to.deep.equal(['two']);
  });
});
