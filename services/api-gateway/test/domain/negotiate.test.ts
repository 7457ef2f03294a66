import { expect } from 'chai';
import fc from 'fast-check';
import { acceptsBody, JSON_API, mayAnswer } from '../../src/domain/negotiate.js';

describe('media types', () => {
  for (const [type, isRead] of [
    [JSON_API, true], ['APPLICATION/VND.API+JSON', true], ['application/json', true], ['application/json; charset=UTF-8', true], [`${JSON_API};profile="https://a.test/p"`, true],
    [`${JSON_API}; charset=utf-8`, false], [`${JSON_API}; ext="https://a.test/e"`, false], [`${JSON_API}; profile="a"; version=1`, false], ['application/json; charset=utf-16', false], ['text/json', false], ['', false], ['application/x-www-form-urlencoded', false],
  ] as const) {
    it(`a body of type ${type || '(none)'} is ${isRead ? 'read' : 'refused'} [D-02]`, () => expect(acceptsBody(type)).to.equal(isRead));
  }

  for (const [accept, isMet] of [
    [undefined, true], ['', true], ['*/*', true], ['application/*', true], ['application/json', true], [JSON_API, true], [`${JSON_API}; profile="x"`, true], [`${JSON_API};q=0.5`, true],
    [`${JSON_API}; ext="x", ${JSON_API}`, true], ['text/html, */*;q=0.1', true], [`${JSON_API}; profile="a, ${JSON_API}; b"`, true],
    [`${JSON_API}; ext="x"`, false], [`${JSON_API}; charset=utf-8`, false], ['text/html', false], ['image/*', false], ['*/*;q=0', false], [`${JSON_API};q=0`, false],
  ] as const) {
    it(`Accept: ${accept ?? '(absent)'} is ${isMet ? 'met' : 'not met'} [D-02]`, () => expect(mayAnswer(accept, [JSON_API])).to.equal(isMet));
  }

  it('bare answers are told apart by their own type [D-02]', () => {
    expect(mayAnswer('application/geo+json', ['application/geo+json'])).to.equal(true);
    expect(mayAnswer('application/json', ['application/geo+json'])).to.equal(false);
  });

  it('nothing that a header can say breaks the reading of it [D-02]', () => {
    fc.assert(fc.property(fc.string({ maxLength: 200 }), (text) => {
      expect(mayAnswer(text, [JSON_API])).to.be.a('boolean');
      expect(acceptsBody(text)).to.be.a('boolean');
    }));
  });
});
