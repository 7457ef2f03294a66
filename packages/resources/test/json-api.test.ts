import { expect } from 'chai';
import { jsonApiFaults } from './json-api.js';

const row = (more: object = {}) => ({ type: 'shipment', id: '1', attributes: { tags: [] }, ...more });
const links = { self: 'https://x.test/v2/shipments/1' };
const sound = { data: row({ relationships: { containers: { data: [{ type: 'container', id: '2' }] } } }), included: [{ type: 'container', id: '2', attributes: {} }], links };

/** A document for each rule of JSON:API 1.1 that it breaks, and where the checker must see it. */
const BROKEN: Readonly<Record<string, readonly [document: unknown, seen: RegExp]>> = {
  'is no object': [[row()], /not an object/],
  'has neither data, errors nor meta': [{ links }, /neither data/],
  'has data beside errors': [{ data: row(), errors: [{ id: 'a', status: '400', code: 'b', title: 'c', detail: 'd' }] }, /data beside errors/],
  'has included without data': [{ meta: {}, included: [] }, /included without data/],
  'has a strange member at the top': [{ ...sound, message: 'hello' }, /top level: message/],
  'has a row without an id': [{ data: { type: 'shipment', attributes: {} }, links }, /id is not a string/],
  'has a number for an id': [{ data: row({ id: 1 }), links }, /id is not a string/],
  'has a type nobody knows': [{ data: row({ type: 'ghost' }), links }, /unknown type/],
  'has a strange member in a row': [{ data: row({ status: 'new' }), links }, /member status/],
  'repeats the id among the attributes': [{ data: row({ attributes: { id: '1' } }), links }, /attribute id/],
  'has an attribute and a relationship of one name': [{ data: row({ attributes: { containers: [] }, relationships: { containers: { data: [] } } }), links }, /attribute and relationship/],
  'has a member name with a dot': [{ data: row({ attributes: { 'a.b': 1 } }), links }, /member name a\.b/],
  'has a member name that ends with a dash': [{ data: row({ attributes: { 'a-': 1 } }), links }, /member name a-/],
  'has linkage that is a bare id': [{ data: row({ relationships: { containers: { data: ['2'] } } }), links }, /not linkage/],
  'has a link of an unknown kind': [{ data: row(), links: { ...links, forward: 'x' } }, /links\.forward/],
  'has a link that is a number': [{ data: row(), links: { self: 7 } }, /links\.self/],
  'includes a record twice': [{ ...sound, included: [...sound.included, ...sound.included] }, /stands twice/],
  'includes what nothing leads to': [{ ...sound, included: [...sound.included, { type: 'port', id: '9', attributes: {} }] }, /not linked/],
  'has no errors among its errors': [{ errors: [] }, /not a filled array/],
  'has an error with a number for its status': [{ errors: [{ id: 'a', status: 400, code: 'b', title: 'c', detail: 'd' }] }, /errors\[0\]\.status/],
};

describe('the checker of JSON:API documents', () => {
  it('finds nothing in a sound one', () => {
    expect(jsonApiFaults(sound)).to.deep.equal([]);
  });

  for (const [what, [document, seen]] of Object.entries(BROKEN)) {
    it(`catches one that ${what}`, () => {
      expect(jsonApiFaults(document).join('\n')).to.match(seen);
    });
  }
});
