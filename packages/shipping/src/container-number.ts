export type Category = 'U' | 'J' | 'Z';

export type ContainerNumber = {
  number: string;
  /** Three letters of the owner and the category letter: what registers and carriers call the prefix. */
  prefix: string;
  owner: string;
  category: Category;
  serial: string;
  checkDigit: number;
};

export type ContainerNumberFault = 'empty' | 'length' | 'owner' | 'category' | 'serial' | 'check_digit';

export type ParsedContainerNumber =
  | { ok: true; value: ContainerNumber }
  /** `expected` is there only when everything but the check digit is right, so that a typing slip can be named. */
  | { ok: false; fault: ContainerNumberFault; reason: string; expected?: number };

const CATEGORIES: Record<Category, string> = {
  U: 'freight container',
  J: 'detachable equipment',
  Z: 'trailer or chassis',
};

const REASONS: Record<Exclude<ContainerNumberFault, 'check_digit'>, string> = {
  empty: 'A container number is missing.',
  length: 'A container number has four letters and seven digits.',
  owner: 'A container number starts with three letters that name its owner.',
  category: 'The fourth letter of a container number is U, J or Z.',
  serial: 'The four letters of a container number are followed by seven digits.',
};

// ISO 6346 counts letters from 10 and leaves out the multiples of 11, since the sum is taken modulo 11.
const LETTER_VALUES = [
  10, 12, 13, 14, 15, 16, 17, 18, 19, 20, 21, 23, 24, 25, 26, 27, 28, 29, 30, 31, 32, 34, 35, 36, 37, 38,
];

const valueOf = (character: string): number =>
  character >= 'A' ? (LETTER_VALUES[character.charCodeAt(0) - 65] ?? 0) : Number(character);

/** As people type it, to as it is compared: upper case, without spaces, hyphens, dots and slashes. */
export const normaliseContainerNumber = (text: string): string => text.toUpperCase().replace(/[\s\-./]/g, '');

/** The check digit of a prefix and a six-digit serial, or null when that is not what was given. */
export const checkDigit = (prefixAndSerial: string): number | null => {
  if (!/^[A-Z]{3}[UJZ]\d{6}$/.test(prefixAndSerial)) return null;
  const sum = [...prefixAndSerial].reduce((total, character, place) => total + valueOf(character) * 2 ** place, 0);
  // A remainder of 10 is written 0: the standard asks owners to avoid such serials, yet they sail.
  return (sum % 11) % 10;
};

/** Prefix and serial as EDI and railways give them, made whole. */
export const withCheckDigit = (prefixAndSerial: string): string | null => {
  const digit = checkDigit(prefixAndSerial);
  return digit === null ? null : `${prefixAndSerial}${digit}`;
};

const faultOf = (number: string): Exclude<ContainerNumberFault, 'check_digit'> | null => {
  if (number === '') return 'empty';
  if (number.length !== 11) return 'length';
  if (!/^[A-Z]{3}/.test(number)) return 'owner';
  if (!/^.{3}[UJZ]/.test(number)) return 'category';
  return /\d{7}$/.test(number) ? null : 'serial';
};

export const parseContainerNumber = (text: string): ParsedContainerNumber => {
  const number = normaliseContainerNumber(text);
  const fault = faultOf(number);
  if (fault) return { ok: false, fault, reason: REASONS[fault] };

  const given = Number(number[10]);
  const expected = checkDigit(number.slice(0, 10)) ?? given;
  if (given !== expected) {
    const reason = `The check digit of ${number} should be ${expected}, not ${given}.`;
    return { ok: false, fault: 'check_digit', reason, expected };
  }
  const prefix = number.slice(0, 4);
  const value = { number, prefix, owner: number.slice(0, 3), category: number.charAt(3) as Category, serial: number.slice(4, 10), checkDigit: given };
  return { ok: true, value };
};

/** A whole container number with the right check digit, already upper case and without separators. */
export const isContainerNumber = (value: string): boolean =>
  value === normaliseContainerNumber(value) && parseContainerNumber(value).ok;

/** Four letters and seven digits, whatever the check digit: what a person meant as a container number. */
export const looksLikeContainerNumber = (text: string): boolean => faultOf(normaliseContainerNumber(text)) === null;

export const categoryName = (category: Category): string => CATEGORIES[category];
