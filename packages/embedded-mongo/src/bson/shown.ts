import { ObjectId } from 'bson';
import { isDocument, isNumeric, typeName } from './types.js';

const MAX_TEXT = 200;

const shortened = (text: string): string => (text.length > MAX_TEXT ? `${text.slice(0, MAX_TEXT)}…` : text);

/**
 * A value as a message may name it. Never `String(value)`: a stored field called `toString` would make that throw.
 * Cut short, so that no document of megabytes ends up in an error.
 */
export const shown = (value: unknown): string => {
  if (value === undefined || value === null) return 'null';
  if (typeof value === 'string') return JSON.stringify(shortened(value));
  if (isNumeric(value) || typeof value === 'boolean') return String(value);
  if (value instanceof ObjectId) return `ObjectId('${value.toHexString()}')`;
  if (value instanceof Date) return `new Date(${value.getTime()})`;
  if (Array.isArray(value)) return shortened(`[ ${value.slice(0, 10).map(shown).join(', ')} ]`);
  if (!isDocument(value)) return typeName(value);
  return shortened(`{ ${Object.keys(value).slice(0, 10).map((name) => `${name}: ${shown(value[name])}`).join(', ')} }`);
};
