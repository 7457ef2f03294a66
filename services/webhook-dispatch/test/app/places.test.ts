import { expect } from 'chai';
import { places } from '../../src/app/places.js';

describe('the places of attempts under way', () => {
  it('are limited for one webhook and for all [D-44]', () => {
    const taken = places({ atOnce: 3, atOncePerWebhook: 2 });
    for (const webhookId of ['a', 'a']) taken.enter(webhookId);
    expect([taken.hasRoom('a'), taken.hasRoom('b')]).to.deep.equal([false, true]);
    taken.enter('b');
    expect([taken.isFull(), taken.hasRoom('c')]).to.deep.equal([true, false]);
    taken.leave('a', false);
    expect(taken.hasRoom('a')).to.equal(true);
  });

  it('go to others when a receiver falls silent, which keeps only its own share taken [D-44][A-06]', () => {
    const taken = places({ atOnce: 2, atOncePerWebhook: 2 });
    for (const webhookId of ['hole', 'hole']) taken.enter(webhookId);
    expect(taken.hasRoom('quick')).to.equal(false);
    expect([taken.fallSilent(), taken.fallSilent()]).to.deep.equal([true, true]);
    expect([taken.hasRoom('quick'), taken.hasRoom('hole')]).to.deep.equal([true, false]);
    for (const webhookId of ['quick', 'quick']) taken.enter(webhookId);
    taken.leave('hole', true);
    expect(taken.isFull()).to.equal(true);
  });

  it('are not given away without end: sockets are limited too [D-44]', () => {
    const taken = places({ atOnce: 1, atOncePerWebhook: 100 });
    const given = Array.from({ length: 10 }, () => {
      taken.enter('hole');
      return taken.fallSilent();
    });
    expect(given.filter(Boolean)).to.have.length(8);
  });
});
