import type { BSONSymbol } from 'bson';
import { textOf } from '../bson/compare.js';
import { TYPE, typeOf } from '../bson/types.js';
import { mongoError } from '../errors.js';
import type { Leaf } from './matcher-nodes.js';

const INVALID_REGEX = 51091;
// Escapes that PCRE and JavaScript read alike; any other letter would silently mean something else here.
const SHARED_ESCAPES = /[dDwWsSbBnrtfvx0-9cku]/;
// PCRE's `$` also matches before a closing line feed.
const END = '(?=\\n?(?![\\s\\S]))';

const invalid = (why: string) => mongoError(INVALID_REGEX, `Regular expression is invalid: ${why}`);

const escaped = (next: string, isClass: boolean): string => {
  if (next === 'A' && !isClass) return '(?<![\\s\\S])';
  if (next === 'z' && !isClass) return '(?![\\s\\S])';
  if (next === 'Z' && !isClass) return END;
  if (/[a-zA-Z0-9]/.test(next)) {
    if (!SHARED_ESCAPES.test(next)) throw invalid(`\\${next} is not supported`);
    return `\\${next}`;
  }
  return /[\^$\\.*+?()[\]{}|/]/.test(next) ? `\\${next}` : `\\u{${(next.codePointAt(0) ?? 0).toString(16)}}`;
};

type Walk = { pattern: string; at: number; extended: boolean; multiline: boolean };

const characterClass = (walk: Walk): string => {
  const { pattern } = walk;
  let out = '[';
  walk.at += 1;
  if (pattern[walk.at] === '^') out += pattern[walk.at++];
  for (let isFirst = true; walk.at < pattern.length; isFirst = false) {
    const unit = String.fromCodePoint(pattern.codePointAt(walk.at) ?? 0);
    walk.at += unit.length;
    if (unit === ']' && !isFirst) return `${out}]`;
    if (unit === '[' && pattern[walk.at] === ':') throw invalid('POSIX classes are not supported');
    if (unit === '\\') out += escaped(pattern[walk.at++] ?? '', true);
    else out += unit === '[' || unit === ']' ? `\\${unit}` : unit;
  }
  throw invalid('missing terminating ] for character class');
};

/** A brace counts only as `{2}`, `{2,}` or `{2,3}`; any other stands for itself. */
const brace = (walk: Walk): string => {
  const quantifier = /^\d+(,\d*)?\}/.exec(walk.pattern.slice(walk.at))?.[0] ?? '';
  walk.at += quantifier.length;
  return quantifier === '' ? '\\{' : `{${quantifier}`;
};

const comment = (walk: Walk): string => {
  const end = walk.pattern.indexOf('\n', walk.at);
  walk.at = end < 0 ? walk.pattern.length : end + 1;
  return '';
};

/** Text of a pattern that means something else, or nothing, to JavaScript. */
const piece = (walk: Walk): string => {
  const { pattern } = walk;
  const unit = String.fromCodePoint(pattern.codePointAt(walk.at) ?? 0);
  if (unit === '[') return characterClass(walk);
  walk.at += unit.length;
  if (unit === '\\') return escaped(pattern[walk.at++] ?? '', false);
  if (unit === '$' && !walk.multiline) return END;
  if (unit === ']' || unit === '}') return `\\${unit}`;
  if (unit === '{') return brace(walk);
  if (walk.extended && /\s/.test(unit)) return '';
  if (walk.extended && unit === '#') return comment(walk);
  return unit;
};

const translated = (pattern: string, options: string): RegExp => {
  const inline = /^\(\?([imsx]+)\)/.exec(pattern);
  const flags = new Set([...options, ...(inline?.[1] ?? '')]);
  const body = inline ? pattern.slice(inline[0].length) : pattern;
  const walk: Walk = { pattern: body, at: 0, extended: flags.has('x'), multiline: flags.has('m') };
  let source = '';
  while (walk.at < body.length) source += piece(walk);
  const kept = ['i', 'm', 's'].filter((flag) => flags.has(flag)).join('');
  try {
    return new RegExp(source, `${kept}u`);
  } catch (error) {
    throw invalid(error instanceof Error ? error.message : 'it cannot be compiled');
  }
};

/** A PCRE pattern as a test. What JavaScript cannot say is refused, never guessed. */
export const regexLeaf = (pattern: string, options: string): Leaf => {
  const bad = /[^imsxu]/.exec(options);
  if (bad) throw mongoError(51108, `invalid flag in regex options: ${bad[0]}`);
  if (pattern.includes('\0')) throw mongoError(51091, 'Regular expression cannot contain an embedded null byte');
  const compiled = translated(pattern, options);
  const test = (value: unknown): boolean => {
    if (typeof value === 'string') return compiled.test(value);
    const type = typeOf(value);
    if (type === TYPE.symbol) return compiled.test(textOf(value as BSONSymbol));
    return type === TYPE.regex && isSamePattern(value, pattern, options);
  };
  return { kind: 'regex', pattern, options, test };
};

/** A stored regular expression matches the one that looks the same. */
const isSamePattern = (value: unknown, pattern: string, options: string): boolean => {
  const stored = value as { pattern?: string; options?: string };
  return stored.pattern === pattern && stored.options === [...options].sort().join('');
};
