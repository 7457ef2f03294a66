import {
  Binary, BSONRegExp, BSONSymbol, Code, Decimal128, Double, Long, MaxKey, MinKey, ObjectId, Timestamp,
} from 'bson';
import fc from 'fast-check';
import { bsonUndefined, dbPointer } from '../../src/bson/types.js';

// Few names and few values, so that equal and nearly equal ones meet often.
export const fieldName = fc.oneof(fc.constantFrom('a', 'b', 'c', 'ä', '__proto__', 'constructor', '_bsontype', ''), fc.string({ maxLength: 3 }))
  .filter((name) => !name.includes('\0') && !/^(0|[1-9]\d*)$/.test(name));

const decimal = fc.oneof(
  fc.constantFrom('0', '-0', '1', '1.0', '0.1', '9223372036854775807', '-9223372036854775809', '1E+6000', '-1E-6000', 'NaN', 'Infinity',
    '-Infinity', '9007199254740993', '9007199254740992.5', '1E-400', '-1E400'),
  fc.tuple(fc.bigInt({ min: -(10n ** 34n) + 1n, max: 10n ** 34n - 1n }), fc.integer({ min: -6176, max: 6111 }))
    .map(([coefficient, exponent]) => `${coefficient}E${exponent}`),
  fc.tuple(fc.integer(), fc.integer({ min: -20, max: 20 })).map(([coefficient, exponent]) => `${coefficient}E${exponent}`),
).map((text) => Decimal128.fromString(text));

export const number = fc.oneof(
  fc.integer({ min: -3, max: 3 }),
  fc.integer(),
  fc.double(),
  fc.constantFrom(0.1, -0, NaN, Infinity, -Infinity, Number.MAX_VALUE, Number.MIN_VALUE, 2 ** 53, 2 ** 63, -(2 ** 63), 9007199254740994),
  fc.integer({ min: -3, max: 3 }).map((value) => new Double(value)),
  fc.bigInt({ min: -(2n ** 63n), max: 2n ** 63n - 1n }).map((value) => Long.fromBigInt(value)),
  fc.constantFrom(2n ** 53n, 2n ** 53n + 1n, -(2n ** 53n) - 1n, 2n ** 63n - 1n, -(2n ** 63n), 1n, 0n).map((value) => Long.fromBigInt(value)),
  decimal,
);

export const text = fc.oneof(
  fc.constantFrom('', 'a', 'a\0', 'a\0b', 'ab', 'ä', '\u{10000}', '\uffff', '\ue000'), fc.string({ maxLength: 6, unit: 'grapheme' }),
).filter((value) => Buffer.from(value).toString() === value);

const bytes = fc.uint8Array({ maxLength: 4 }).map((value) => Buffer.from(value));
const cstring = text.filter((value) => !value.includes('\0'));

export const scalar = fc.oneof(
  { weight: 4, arbitrary: number },
  { weight: 3, arbitrary: text },
  fc.constantFrom<unknown>(null, true, false, bsonUndefined, new MinKey(), new MaxKey()),
  fc.integer({ min: -5, max: 5 }).map((ms) => new Date(ms * 4_000_000_000)),
  fc.uint8Array({ minLength: 12, maxLength: 12 }).map((id) => new ObjectId(id)),
  fc.tuple(bytes, fc.constantFrom(0, 4, 128)).map(([value, subtype]) => new Binary(value, subtype)),
  fc.tuple(fc.nat(), fc.nat()).map(([t, i]) => new Timestamp({ t, i })),
  cstring.map((pattern) => new BSONRegExp(pattern, 'i')),
  text.map((value) => new BSONSymbol(value)),
  text.map((value) => new Code(value)),
  text.map((value) => new Code(value, { a: 1 })),
  text.map((namespace) => dbPointer(namespace, Buffer.alloc(12, 7))),
);

export const { value, document } = fc.letrec<{ value: unknown; document: Record<string, unknown>; array: unknown[] }>((tie) => ({
  value: fc.oneof({ maxDepth: 3, withCrossShrink: true }, { weight: 6, arbitrary: scalar }, { weight: 2, arbitrary: tie('document') }, { weight: 2, arbitrary: tie('array') }),
  array: fc.array(tie('value'), { maxLength: 3 }),
  document: fc.array(fc.tuple(fieldName, tie('value')), { maxLength: 3 }).map((fields) => {
    const made: Record<string, unknown> = {};
    for (const [name, content] of fields) Object.defineProperty(made, name, { value: content, enumerable: true, configurable: true, writable: true });
    return made;
  }),
}));
