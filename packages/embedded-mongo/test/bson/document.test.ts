import { Decimal128, deserialize, Double, Long, serialize, Code, BSONRegExp, Binary, MaxKey, MinKey, ObjectId, Timestamp } from 'bson';
import { expect } from 'chai';
import fc from 'fast-check';
import { compareValues } from '../../src/bson/compare.js';
import { decode, encode, encodeStored } from '../../src/bson/document.js';
import { MongoError } from '../../src/errors.js';
import { document } from './values.js';

const hex = (text: string) => Buffer.from(text.replaceAll(' ', ''), 'hex');

// Written by hand after bsonspec.org: length, then type, name, value, then 00.
const VECTORS: Record<string, string> = {
  'an empty document': '05000000 00',
  'a double': '10000000 01 6100 000000000000f83f 00',
  'a double that is whole': '10000000 01 6100 000000000000f03f 00',
  'a negative zero': '10000000 01 6100 0000000000000080 00',
  'text of two bytes a letter': '10000000 02 6100 04000000 61c3a400 00',
  'an embedded document': '0d000000 03 6100 05000000 00 00',
  'an array': '14000000 04 6100 0c000000 10 3000 01000000 00 00',
  'binary data of a user subtype': '0f000000 05 6100 02000000 80 ffff 00',
  'undefined': '08000000 06 6100 00',
  'an ObjectId': '14000000 07 6100 0102030405060708090a0b0c 00',
  'true': '09000000 08 6100 01 00',
  'a date before 1970': '10000000 09 6100 ffffffffffffffff 00',
  'null': '08000000 0a 6100 00',
  'a regular expression': '0c000000 0b 6100 6200 6900 00',
  'a DBPointer': '1a000000 0c 6100 02000000 6200 0102030405060708090a0b0c 00',
  'code': '0e000000 0d 6100 02000000 6200 00',
  'a symbol': '0e000000 0e 6100 02000000 6200 00',
  'code with scope': '1a000000 0f 6100 12000000 05000000 6162636400 05000000 00 00',
  'an int32': '0c000000 10 6100 ffffff7f 00',
  'a timestamp': '10000000 11 6100 2a00000001000000 00',
  'an int64': '10000000 12 6100 ffffffffffffff7f 00',
  'a small int64': '10000000 12 6100 0100000000000000 00',
  'a decimal128': '18000000 13 6100 01000000000000000000000000003e30 00',
  'MinKey': '08000000 ff 6100 00',
  'MaxKey': '08000000 7f 6100 00',
  'a field called __proto__': '14000000 10 5f5f70726f746f5f5f00 01000000 00',
};

const withLength = (bytes: Buffer) => {
  bytes.writeInt32LE(bytes.length, 0);
  return bytes;
};

describe('decode and encode', () => {
  for (const [what, vector] of Object.entries(VECTORS)) {
    it(`bring back ${what} byte for byte`, () => {
      const bytes = withLength(hex(vector));
      expect(encode(decode(bytes)).toString('hex')).to.equal(bytes.toString('hex'));
    });
  }

  it('bring back any document byte for byte', () => {
    fc.assert(fc.property(document, (made) => {
      const bytes = encode(made);
      const back = decode(bytes);
      expect(encode(back).equals(bytes)).to.equal(true);
      expect(compareValues(back, made)).to.equal(0);
    }), { numRuns: 2000 });
  });

  it('agree with the bson package on what both can say', () => {
    const made = {
      _id: new ObjectId(), text: 'äöü – x', int: 7, double: new Double(7), half: 0.5, long: Long.fromString('123456789012345678'),
      decimal: Decimal128.fromString('1.50'), when: new Date(1_700_000_000_000), nested: { list: [1, 'two', null, { three: true }] },
      code: new Code('f'), pattern: new BSONRegExp('^a', 'i'), bytes: new Binary(Buffer.from('abc'), 4), low: new MinKey(), high: new MaxKey(),
      stamp: new Timestamp({ t: 1, i: 4_294_967_295 }),
    };
    expect(encode(made).equals(Buffer.from(serialize(made)))).to.equal(true);
    expect(deserialize(encode(decode(serialize(made)))).text).to.equal(made.text);
  });

  it('keep a stored `_bsontype` field a plain field', () => {
    const bytes = encode({ a: { _bsontype: 'Long', low: 1 } });
    expect(encode(decode(bytes)).equals(bytes)).to.equal(true);
  });

  it('keep the prototype of nobody', () => {
    const back = decode(serialize(JSON.parse('{"__proto__":{"polluted":true}}') as object));
    expect(Object.getPrototypeOf(back)).to.equal(Object.prototype);
    expect(({} as Record<string, unknown>)['polluted']).to.equal(undefined);
  });

  const refused: Record<string, string> = {
    'a length beyond the bytes': 'ff000000 10 6100 01000000 00',
    'a string longer than its document': '0e000000 02 6100 ff000000 6200 00',
    'a string of length zero': '0e000000 02 6100 00000000 6200 00',
    'invalid UTF-8': '0f000000 02 6100 03000000 c32800 00',
    'an unknown type': '08000000 20 6100 00',
    'a name that does not end': '08000000 10 616161',
    'bytes after the end': '05000000 00 00',
  };
  for (const [what, vector] of Object.entries(refused)) {
    it(`refuse ${what}`, () => {
      expect(() => decode(hex(vector))).to.throw(MongoError);
    });
  }

  it('refuse nesting deeper than a hundred levels', () => {
    const nest = (levels: number) => {
      let made: Record<string, unknown> = {};
      for (let level = 0; level < levels; level += 1) made = { a: made };
      return made;
    };
    expect(decode(encode(nest(100)))).to.deep.equal(nest(100));
    expect(() => encode(nest(101))).to.throw(MongoError);
    expect(() => decode(serialize(nest(102)))).to.throw(MongoError);
  });

  it('refuse to store more than 16 MiB', () => {
    expect(() => encodeStored({ a: 'x'.repeat(16 * 1024 * 1024) })).to.throw(MongoError).with.property('code', 10334);
  });

  it('answer fuzzed bytes with a MongoError or a document, never otherwise', () => {
    const broken = fc.tuple(document, fc.array(fc.tuple(fc.nat(), fc.nat(255)), { maxLength: 4 }), fc.nat(3)).map(([made, edits, cut]) => {
      const bytes = encode(made);
      for (const [at, byte] of edits) bytes[at % bytes.length] = byte;
      return cut === 0 ? bytes.subarray(0, -1) : bytes;
    });
    fc.assert(fc.property(fc.oneof(broken, fc.uint8Array({ maxLength: 64 })), (bytes) => {
      try {
        encode(decode(bytes));
      } catch (error) {
        expect(error).to.be.instanceOf(MongoError);
      }
    }), { numRuns: 20_000 });
  });
});
