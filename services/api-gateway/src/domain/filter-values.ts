import type { Fault } from './query-string.js';

/** One condition as the owners of lists understand it. */
export interface Condition {
  field: string;
  /** eq, lt, lte, gt, gte, exists. */
  op: string;
  values: string[];
}

export type FilterKind = 'text' | 'flag' | 'time' | 'number';

const PREFIXES: readonly (readonly [string, string])[] = [['<=', 'lte'], ['>=', 'gte'], ['<', 'lt'], ['>', 'gt'], ['=', 'eq']];

const DAY_MS = 86_400_000;
const RELATIVE = /^(\d{1,5})\.days?\.(ago|from_now)$/;

const startOfDay = (now: Date): number => Math.floor(now.getTime() / DAY_MS) * DAY_MS;

/** A date or date-time, or a day counted from today (UTC). */
export const readTime = (text: string, now: Date): string | undefined => {
  if (text === 'today') return new Date(startOfDay(now)).toISOString();
  const relative = RELATIVE.exec(text);
  if (relative !== null) {
    const days = Number(relative[1]) * (relative[2] === 'ago' ? -1 : 1);
    return new Date(startOfDay(now) + days * DAY_MS).toISOString();
  }
  if (!/^\d{4}-\d{2}-\d{2}([T ].+)?$/.test(text)) return undefined;
  const time = new Date(text);
  return Number.isNaN(time.getTime()) ? undefined : time.toISOString();
};

const CHECKS: Readonly<Record<FilterKind, (text: string, now: Date) => string | undefined>> = {
  // Control characters can match nothing and only hide what was really asked for.
  text: (text) => (text.length > 0 && text.length <= 200 && !/[\u0000-\u001f]/.test(text) ? text : undefined),
  flag: (text) => (text === 'true' || text === 'false' ? text : undefined),
  number: (text) => (/^-?\d{1,15}(\.\d{1,6})?$/.test(text) ? text : undefined),
  time: readTime,
};

const WANTED: Readonly<Record<FilterKind, string>> = {
  text: 'some text of at most 200 characters',
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
