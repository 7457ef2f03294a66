import { binaryOf } from '../bson/compare.js';
import { wholeNumber } from '../bson/numbers.js';
import { shown } from '../bson/shown.js';
import { isNumeric, TYPE, typeName, typeOf } from '../bson/types.js';
import { mongoError } from '../errors.js';
import type { Leaf } from './matcher-nodes.js';

// Beyond an int64 only binary data have bits; a client must not make us build a number of two billion bits.
const MAX_POSITION = 2 ** 31 - 1;

const positionsOfMask = (mask: bigint): number[] => {
  const positions: number[] = [];
  for (let position = 0; position < 64; position += 1) if ((mask >> BigInt(position)) & 1n) positions.push(position);
  return positions;
};

const positionsOfBytes = (bytes: Uint8Array): number[] =>
  [...bytes].flatMap((byte, index) => [0, 1, 2, 3, 4, 5, 6, 7].filter((bit) => (byte >> bit) & 1).map((bit) => index * 8 + bit));

const positionOf = (operator: string, value: unknown, index: number): number => {
  const position = isNumeric(value) ? wholeNumber(value) : undefined;
  if (position === undefined) throw mongoError(2, `bit positions must be an integer but got: ${index}: ${shown(value)}`);
  if (position < 0n) throw mongoError(2, `bit positions must be >= 0 but got: ${index}: ${position}`);
  if (position > MAX_POSITION) throw mongoError(2, `bit positions cannot be represented as a 32-bit signed integer: ${operator}`);
  return Number(position);
};

const positionsOf = (operator: string, value: unknown): number[] => {
  if (Array.isArray(value)) return value.map((each, index) => positionOf(operator, each, index));
  if (typeOf(value) === TYPE.binary) return positionsOfBytes(binaryOf(value).bytes);
  if (!isNumeric(value)) {
    throw mongoError(2, `${operator} takes an Array, a number, or a BinData but received: ${typeName(value)}`);
  }
  const mask = wholeNumber(value);
  if (mask === undefined) throw mongoError(9, `Expected an integer: ${operator}: ${shown(value)}`);
  if (mask < 0n) throw mongoError(9, `Expected a non-negative number in: ${operator}: ${mask}`);
  return positionsOfMask(mask);
};

type BitOf = (position: number) => boolean;

const numberBits = (value: unknown): BitOf | undefined => {
  const whole = wholeNumber(value);
  // Negative numbers go on with ones, as in two's complement of any width.
  return whole === undefined ? undefined : (position) => ((whole >> BigInt(Math.min(position, 63))) & 1n) === 1n;
};

const bitsOf = (value: unknown): BitOf | undefined => {
  if (isNumeric(value)) return numberBits(value);
  if (typeOf(value) !== TYPE.binary) return undefined;
  const { bytes } = binaryOf(value);
  return (position) => (((bytes[position >> 3] ?? 0) >> (position & 7)) & 1) === 1;
};

const ASKED: Readonly<Record<string, (positions: number[], bit: BitOf) => boolean>> = {
  $bitsAllSet: (positions, bit) => positions.every(bit),
  $bitsAllClear: (positions, bit) => !positions.some(bit),
  $bitsAnySet: (positions, bit) => positions.some(bit),
  $bitsAnyClear: (positions, bit) => !positions.every(bit),
};

export const bitsLeaf = (operator: string, value: unknown): Leaf => {
  const positions = positionsOf(operator, value);
  const asked = ASKED[operator];
  const test = (candidate: unknown): boolean => {
    const bit = bitsOf(candidate);
    return bit !== undefined && asked !== undefined && asked(positions, bit);
  };
  return { kind: 'test', expands: true, test };
};
