import type { Fault } from './query-string.js';

/** One condition as the owners of lists understand it. */
export interface Condition {
  field: string;
  /** eq, lt, lte, gt, gte, exists, prefix. */
  op: string;
  values: string[];
}

export type FilterKind = 'text' | 'prefix' | 'flag' | 'time' | 'number';

const PREFIXES: readonly (readonly [string, string])[] = [['<=', 'lte'], ['>=', 'gte'], ['<', 'lt'], ['>', 'gt'], ['=', 'eq']];

const DAY_MS = 86_400_000;
const RELATIVE = /^(\d{1,5})\.days?\.(ago|from_now)$/;

const dayOf = (ms: number): string => new Date(ms).toISOString().slice(0, 10);

/** A date-time, or a day as it stands (an owner takes it for the whole day); days may be counted from today (UTC). */
export const readTime = (text: string, now: Date): string | undefined => {
  if (text === 'today') return dayOf(now.getTime());
  const relative = RELATIVE.exec(text);
  if (relative !== null) return dayOf(now.getTime() + Number(relative[1]) * (relative[2] === 'ago' ? -DAY_MS : DAY_MS));
  if (!/^\d{4}-\d{2}-\d{2}([T ].+)?$/.test(text)) return undefined;
  const time = new Date(text);
  if (Number.isNaN(time.getTime())) return undefined;
  return text.length === 10 ? text : time.toISOString();
};

// Control characters can match nothing and only hide what was really asked for.
const readText = (text: string): string | undefined => (text.length > 0 && text.length <= 200 && !/[\u0000-\u001f]/.test(text) ? text : undefined);

const CHECKS: Readonly<Record<FilterKind, (text: string, now: Date) => string | undefined>> = {
  text: readText,
  prefix: readText,
  flag: (text) => (text === 'true' || text === 'false' ? text : undefined),
  number: (text) => (/^-?\d{1,15}(\.\d{1,6})?$/.test(text) ? text : undefined),
  time: readTime,
};

const WANTED: Readonly<Record<FilterKind, string>> = {
  text: 'some text of at most 200 characters',
  prefix: 'the beginning of a text',
  flag: 'true or false',
  number: 'a number',
  time: 'a date or date-time, today, or N.days.ago, after an optional <, <=, >, >= or =',
};

/** More alternatives than this are a download, not a question. */
const MOST_VALUES = 100;

type ReadFilter = { filter: Condition } | { fault: Fault };

const existence = (field: string, text: string): ReadFilter | undefined => {
  if (text === '@exists') return { filter: { field, op: 'exists', values: ['true'] } };
  if (text === '@not_exists') return { filter: { field, op: 'exists', values: ['false'] } };
  return undefined;
};

const splitPrefix = (kind: FilterKind, text: string): readonly [string, string] => {
  if (kind === 'prefix') return [text, 'prefix'];
  if (kind !== 'time' && kind !== 'number') return [text, 'eq'];
  const found = PREFIXES.find(([prefix]) => text.startsWith(prefix));
  return found === undefined ? [text, 'eq'] : [text.slice(found[0].length), found[1]];
};

/** One condition: `filter[field]=a,b` (or), `=>=2026-01-01` (compare), `=@exists`. */
export const readFilter = (parameter: string, field: string, kind: FilterKind, text: string, now: Date, bound?: string): ReadFilter => {
  const presence = existence(field, text);
  if (presence !== undefined) return presence;
  const [rest, op] = bound === undefined ? splitPrefix(kind, text) : [text, bound];
  const parts = op === 'eq' ? rest.split(',') : [rest];
  const values = parts.map((part) => CHECKS[kind](part.trim(), now));
  const isFine = values.length <= MOST_VALUES && values.every((value) => value !== undefined);
  if (!isFine) return { fault: { code: 'invalid_parameter', parameter, detail: `The filter ${field} wants ${WANTED[kind]}.` } };
  return { filter: { field, op, values: values.filter((value) => value !== undefined) } };
};
