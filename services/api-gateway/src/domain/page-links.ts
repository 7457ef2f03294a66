import type { Parameters } from './query-string.js';

export type Links = Readonly<Record<string, string | null>>;

export interface PageState {
  readonly number: number;
  readonly size: number;
  readonly after: string;
  readonly total: number;
  readonly nextAfter: string;
}

/** Beyond this many rows `next` leads by cursor, which costs the same however deep one reads (D-04). */
const DEEP_ROWS = 1_000;

// Brackets and commas stay readable; everything that could change the meaning is encoded.
const encode = (text: string): string => encodeURIComponent(text).replaceAll('%2C', ',').replaceAll('%5B', '[').replaceAll('%5D', ']').replaceAll('%3A', ':');

const write = (base: string, parameters: Parameters, page: Readonly<Record<string, string>>): string => {
  const kept = [...parameters].filter(([name]) => name !== 'page[number]' && name !== 'page[after]');
  const all = [...kept.flatMap(([name, values]) => values.map((value): [string, string] => [name, value])), ...Object.entries(page)];
  all.sort(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0));
  return `${base}?${all.map(([name, value]) => `${encode(name)}=${encode(value)}`).join('&')}`;
};

/** All six links of a list; those that do not apply are null (D-03). */
export const pageLinks = (self: string, base: string, parameters: Parameters, page: PageState): Links => {
  const at = (number: number) => write(base, parameters, { 'page[number]': String(number) });
  const behind = (after: string) => write(base, parameters, { 'page[after]': after });
  const lastNumber = Math.max(1, Math.ceil(page.total / page.size));
  const byCursor = page.after !== '';
  const hasNext = byCursor ? page.nextAfter !== '' : page.number < lastNumber;
  const isDeep = byCursor || (page.total > DEEP_ROWS && page.nextAfter !== '');
  return {
    self,
    current: byCursor ? behind(page.after) : at(page.number),
    first: at(1),
    prev: byCursor || page.number === 1 ? null : at(Math.min(page.number - 1, lastNumber)),
    next: !hasNext ? null : isDeep ? behind(page.nextAfter) : at(page.number + 1),
    last: at(lastNumber),
  };
};

/** A list that is always whole has one page. */
export const wholeLinks = (self: string): Links => ({ self, current: self, first: null, prev: null, next: null, last: null });

/** The event log is read forwards only, by sequence. */
export const sequenceLinks = (self: string, base: string, parameters: Parameters, nextAfter: string): Links => ({
  ...wholeLinks(self),
  first: write(base, parameters, { 'page[after]': '0' }),
  next: nextAfter === '' ? null : write(base, parameters, { 'page[after]': nextAfter }),
});
