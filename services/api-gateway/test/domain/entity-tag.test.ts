import { expect } from 'chai';
import { compressedTag, entityTag, isNoneMatch, readIfMatch } from '../../src/domain/entity-tag.js';

describe('entity tags', () => {
  const tag = entityTag('digest', 71);

  it('carry the revision for If-Match and the digest for If-None-Match [D-12]', () => {
    expect(tag).to.equal('"1z-digest"');
    expect(entityTag('digest', undefined)).to.equal('"digest"');
    expect(readIfMatch(tag)).to.deep.equal({ kind: 'revision', revision: 71 });
    expect(readIfMatch(compressedTag(tag))).to.deep.equal({ kind: 'revision', revision: 71 });
  });

  it('If-None-Match compares weakly, over lists and compressed forms [D-12]', () => {
    for (const header of [tag, `W/${tag}`, compressedTag(tag), `"a", ${tag}`, '*']) expect(isNoneMatch(header, tag), header).to.equal(true);
    for (const header of [undefined, '', '"1z-other"', 'digest']) expect(isNoneMatch(header, tag), String(header)).to.equal(false);
  });

  it('If-Match is never met by weak, foreign or several tags [D-12]', () => {
    expect(readIfMatch(undefined)).to.deep.equal({ kind: 'none' });
    expect(readIfMatch('*')).to.deep.equal({ kind: 'any' });
    for (const header of [`W/${tag}`, '"digest"', 'x', '', `${tag}, ${tag}`, `"${'z'.repeat(40)}-a"`]) expect(readIfMatch(header), header).to.deep.equal({ kind: 'impossible' });
  });
});
