import { expect } from 'chai';
import { nameId, newId } from '../src/identity.js';

// The strict pattern of the original's clients.
const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[1-8][0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/;

describe('identity', () => {
  it('makes ids that strict clients take, in the order of time', () => {
    const ids = Array.from({ length: 100 }, () => newId());
    for (const id of ids) expect(id).to.match(UUID);
    expect(new Set(ids).size).to.equal(100);
    expect(ids[0]?.slice(0, 8) ?? '').to.satisfy((first: string) => first <= (ids[99]?.slice(0, 8) ?? ''));
  });

  it('gives the same parts the same id, and never mixes two parts up with one', () => {
    expect(nameId('a', 'b')).to.match(UUID).and.to.equal(nameId('a', 'b'));
    // Stored long ago under this very id.
    expect(nameId('a', 'b')).to.equal('59b271ae-1bbc-81d3-9d41-929817f4b16f');
    expect(nameId('a', 'b')).not.to.equal(nameId('ab', ''));
    expect(nameId('ab')).not.to.equal(nameId('a', 'b'));
  });
});
