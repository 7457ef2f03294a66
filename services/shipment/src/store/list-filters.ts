import { problem } from '@landfall/kit/problem';
import type { SortKey } from '@landfall/kit/page';
import type { Condition, SortBy } from '../app/ports.js';
import { dated, facet, plainTerm } from './findable.js';

/** How one filter is asked of the store: by token, by instant, or by a path of its own. */
type Kind = 'facet' | 'flag' | 'not' | 'date' | 'time' | 'path' | 'id' | 'any';
export type FilterTable = Readonly<Record<string, { kind: Kind; field?: string; fields?: readonly string[] }>>;
export type SortTable = Readonly<Record<string, string>>;
export type Query = Record<string, unknown>;

const bad = (detail: string, field: string) => problem('invalid_parameter', detail, { parameter: `filter[${field}]` });

const instant = (value: string, field: string): Date => {
  const at = new Date(value);
  if (Number.isNaN(at.getTime())) throw bad(`${value} is not a date or date-time.`, field);
  return at;
};

const DAY = 86_400_000;
const isDay = (value: string): boolean => /^\d{4}-\d{2}-\d{2}$/.test(value);

// A day as a value means the whole of it.
const startOf = (value: string, field: string): Date => instant(value, field);
const endOf = (value: string, field: string): Date => (isDay(value) ? new Date(instant(value, field).getTime() + DAY) : new Date(instant(value, field).getTime() + 1));

/** [from, to) of a comparison with one value; either end may be open. */
const rangeOf = (op: string, value: string, field: string): { from?: Date; to?: Date } => {
  switch (op) {
    case 'eq':
      return { from: startOf(value, field), to: endOf(value, field) };
    case 'gte':
      return { from: startOf(value, field) };
    case 'gt':
      return { from: endOf(value, field) };
    case 'lt':
      return { to: startOf(value, field) };
    case 'lte':
      return { to: endOf(value, field) };
    default:
      throw bad(`The filter ${field} does not know ${op}.`, field);
  }
};

const anyOf = (conditions: readonly Query[]): Query => (conditions.length === 1 ? (conditions[0] ?? {}) : { $or: conditions });

const flagOf = (value: string, field: string): boolean => {
  if (value === 'true' || value === 'false') return value === 'true';
  throw bad(`${value} is neither true nor false.`, field);
};

const byFacet = (name: string, { op, values, field }: Condition): Query => {
  const tokens = values.map((value) => facet(name, value));
  if (op === 'eq') return { facets: tokens.length === 1 ? tokens[0] : { $in: tokens } };
  if (op === 'ne') return { facets: { $nin: tokens } };
  if (op === 'prefix') return anyOf(tokens.map((token) => ({ facets: { $elemMatch: { $gte: token, $lt: `${token}\uffff` } } })));
  throw bad(`The filter ${field} does not know ${op}.`, field);
};

/** A flag is kept only where it holds. */
const byFlag = (name: string, { op, values, field }: Condition): Query => {
  if (op !== 'eq') throw bad(`The filter ${field} does not know ${op}.`, field);
  const wanted = new Set(values.map((value) => flagOf(value, field)));
  if (wanted.size > 1) return {};
  return { facets: wanted.has(true) ? facet(name, 'true') : { $ne: facet(name, 'true') } };
};

const byDate = (name: string, { op, values, field }: Condition): Query => {
  if (op === 'exists') {
    const any = { $elemMatch: { $gte: `${name}|`, $lt: `${name}|\uffff` } };
    return { dates: flagOf(values[0] ?? 'true', field) ? any : { $not: any } };
  }
  return anyOf(
    values.map((value) => {
      const { from, to } = rangeOf(op, value, field);
      return { dates: { $elemMatch: { $gte: from ? dated(name, from) : `${name}|`, $lt: to ? dated(name, to) : `${name}|\uffff` } } };
    }),
  );
};

/** A path with an index of its own, or one that the search terms narrow down. */
const byPath = (path: string, { op, values, field }: Condition): Query => {
  if (op !== 'eq') throw bad(`The filter ${field} does not know ${op}.`, field);
  if (path !== 'number') return { [path]: { $in: [...values] } };
  const numbers = values.map(plainTerm);
  return { terms: { $in: numbers }, number: { $in: numbers } };
};

const byAny = (names: readonly string[], { op, values, field }: Condition): Query => {
  if (op !== 'eq') throw bad(`The filter ${field} does not know ${op}.`, field);
  return { facets: { $in: names.flatMap((name) => values.map((value) => facet(name, value))) } };
};

const byTime = (path: string, { op, values, field }: Condition): Query =>
  anyOf(
    values.map((value) => {
      const { from, to } = rangeOf(op, value, field);
      return { [path]: { ...(from ? { $gte: from } : {}), ...(to ? { $lt: to } : {}) } };
    }),
  );

export const byTerm = (text: string): Query => {
  const term = plainTerm(text);
  return { terms: { $elemMatch: { $gte: term, $lt: `${term}\uffff` } } };
};

const conditionOf = (table: FilterTable, condition: Condition): Query => {
  const { field, values } = condition;
  const known = table[field];
  if (!known) throw problem('unknown_parameter', `This list has no filter ${field}.`, { parameter: `filter[${field}]` });
  if (values.length === 0) throw bad(`The filter ${field} needs a value.`, field);
  const name = known.field ?? field;
  switch (known.kind) {
    case 'facet':
      return byFacet(name, condition);
    case 'flag':
      return byFlag(name, condition);
    case 'date':
      return byDate(name, condition);
    case 'time':
      return byTime(name, condition);
    case 'not':
      return byFlag(name, { ...condition, values: values.map((value) => String(!flagOf(value, field))) });
    case 'path':
      return byPath(name, condition);
    case 'any':
      return byAny(known.fields ?? [], condition);
    case 'id':
      return { _id: { $in: [...values] } };
  }
};

// What half of an account may have in common; everything else narrows a list down more.
const BROAD = new Set(['shipping_line_scac', 'current_status', 'voyage_status', 'equipment_type']);

const isBroad = (table: FilterTable, { field }: Condition): boolean => {
  const known = table[field];
  return known?.kind === 'flag' || known?.kind === 'not' || BROAD.has(known?.field ?? field);
};

/** Conditions are ANDed, their values ORed; what the table does not know is refused, never ignored (D-05). */
export const conditionsOf = (table: FilterTable, filters: readonly Condition[], q: string): Query[] => [
  // Only one token of an index through an array can lead the walk: the first, so it had better be a rare one.
  ...[...filters].sort((a, b) => Number(isBroad(table, a)) - Number(isBroad(table, b))).map((condition) => conditionOf(table, condition)),
  ...(plainTerm(q) ? [byTerm(q)] : []),
];

export const allOf = (accountId: string, conditions: readonly Query[]): Query => (conditions.length === 0 ? { accountId } : { accountId, $and: conditions });

export const filterOf = (table: FilterTable, accountId: string, filters: readonly Condition[], q: string): Query => allOf(accountId, conditionsOf(table, filters, q));

export const sortOf = (table: SortTable, sort: readonly SortBy[], usual: SortKey): SortKey => {
  const [first, second] = sort;
  if (!first) return usual;
  const path = table[first.field];
  if (!path || second) throw problem('unknown_parameter', `This list is sorted by one of ${Object.keys(table).join(', ')}.`, { parameter: 'sort' });
  return { path, descending: first.descending };
};
