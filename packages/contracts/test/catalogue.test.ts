import { expect } from 'chai';
import { ERRORS, isErrorCode } from '../src/errors.js';
import { allFacts, facts, noticeOf } from '../src/facts.js';

describe('the catalogue of facts', () => {
  it('gives every fact a subject of its own, fact.<noun>.<past tense>', () => {
    const subjects = allFacts.map(({ subject }) => subject);
    expect(new Set(subjects).size).to.equal(subjects.length);
    for (const subject of subjects) expect(subject).to.match(/^fact\.[a-z_]+\.[a-z_]+$/);
  });

  it('carries a message through its JSON form unchanged', () => {
    const { codec } = facts.trackingRequest.changed;
    const message = { accountId: 'a', id: 'b', revision: 7, changedAt: new Date(1_000) };
    expect(codec.fromJSON(JSON.parse(JSON.stringify(codec.toJSON(message))))).to.deep.equal(message);
  });

  it('makes the event name the subject of a notice', () => {
    expect(noticeOf('container.created').subject).to.equal('notice.container.created');
  });
});

describe('the table of errors', () => {
  it('has the codes that the interface gives [D-08]', () => {
    expect(ERRORS.duplicate.http).to.equal(422);
    expect(ERRORS.duplicate.title).to.equal('Unprocessable Entity');
    expect(isErrorCode('blank')).to.equal(true);
    expect(isErrorCode('toString')).to.equal(false);
  });

  it('lets only passing troubles be tried again', () => {
    const again = Object.entries(ERRORS).filter(([, { again }]) => again).map(([code]) => code);
    expect(again).to.have.members(['idempotency_in_progress', 'revision_conflict', 'rate_limited', 'unavailable', 'deadline_exceeded']);
  });
});
