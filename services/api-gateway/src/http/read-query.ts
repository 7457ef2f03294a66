import type { Filter, Sort } from '@landfall/contracts/gen/common/v1/page';
import { resourceOf } from '@landfall/resources/catalogue';
import { planInclude, typesIn, type IncludeTree } from '@landfall/resources/include';
import { readFilter, type FilterKind } from '../domain/filter-values.js';
import { inBrackets, type Fault, type Parameters } from '../domain/query-string.js';

export interface ListSpec {
  readonly size: number;
  readonly sorts: readonly string[];
  readonly filters: Readonly<Record<string, FilterKind>>;
  /** Names under which free text may come. */
  readonly texts: readonly string[];
  /** Whole lists have one page, cursors only where the owner gives them. */
  readonly paging: 'numbers' | 'sequence' | 'none';
}

export interface QuerySpec {
  readonly type?: string | undefined;
  readonly include?: string | undefined;
  /** Names that older clients have for a path of relations. */
  readonly includeAlso?: Readonly<Record<string, string>> | undefined;
  readonly list?: ListSpec | undefined;
  readonly extras: readonly string[];
}

export interface Query {
  readonly page: { number: number; size: number; after: string };
  readonly filters: Filter[];
  readonly sort: Sort[];
  readonly text: string;
  readonly include: IncludeTree;
  readonly isIncluding: boolean;
  readonly fields: ReadonlyMap<string, ReadonlySet<string>>;
  readonly extras: Readonly<Record<string, string>>;
}

type Growing = { -readonly [Name in keyof Query]: Query[Name] } & { fields: Map<string, ReadonlySet<string>>; extras: Record<string, string> };

/** Enough for any screen; above it the answer says what size it took (D-04). */
export const MOST_ROWS = 100;

const WHOLE = /^\d{1,9}$/;
const BOUNDS: Readonly<Record<string, string>> = { start: 'gte', end: 'lte' };

const bad = (parameter: string, detail: string): Fault => ({ code: 'invalid_parameter', parameter, detail });
const unknown = (parameter: string, detail = 'The parameter is not known here.'): Fault => ({ code: 'unknown_parameter', parameter, detail });

const readPage = (query: Growing, part: string, parameter: string, value: string): Fault[] => {
  if (part === 'after') {
    const isCursor = value.length > 0 && value.length <= 2_000 && /^[\w-]+$/.test(value);
    query.page.after = value;
    return isCursor ? [] : [bad(parameter, 'page[after] is a cursor that an earlier answer gave.')];
  }
  const number = WHOLE.test(value) ? Number(value) : 0;
  if (number < 1) return [bad(parameter, `${parameter} is a whole number from 1.`)];
  if (part === 'number') query.page.number = number;
  else query.page.size = Math.min(number, MOST_ROWS);
  return [];
};

const readSort = (query: Growing, sorts: readonly string[], value: string): Fault[] => {
  const keys = value.split(',').map((key) => ({ descending: key.startsWith('-'), field: key.replace(/^-/, '') }));
  const strange = keys.find(({ field }) => !sorts.includes(field));
  if (strange !== undefined) return [unknown('sort', `Sort keys here are ${sorts.join(', ')}; ${strange.field} is none.`)];
  query.sort.push(...keys);
  return [];
};

const readFilters = (query: Growing, filters: ListSpec['filters'], parameter: string, values: readonly string[], now: Date): Fault[] => {
  const shape = /^filter\[([a-z_]+)\](?:\[(start|end|)\])?$/.exec(parameter);
  const field = shape?.[1] ?? '';
  const kind = Object.hasOwn(filters, field) ? filters[field] : undefined;
  const bound = BOUNDS[shape?.[2] ?? ''];
  if (kind === undefined || (bound !== undefined && kind !== 'time')) return [unknown(parameter, `Filters here are ${Object.keys(filters).join(', ') || 'none'}.`)];
  return values.flatMap((value) => {
    const read = readFilter(parameter, field, kind, value, now, bound);
    if ('fault' in read) return [read.fault];
    query.filters.push(read.filter);
    return [];
  });
};

const readInclude = (query: Growing, type: string, value: string, also: QuerySpec['includeAlso'] = {}): Fault[] => {
  query.isIncluding = true;
  const plan = planInclude(type, value.split(',').map((path) => (Object.hasOwn(also, path) ? also[path] : path)).join());
  if (plan.ok) {
    query.include = plan.tree;
    return [];
  }
  const why = plan.because === 'too_deep' ? 'goes deeper than three relations' : `is not a relation of ${type}`;
  return [unknown('include', `${plan.path} ${why}.`)];
};

const readFields = (query: Growing, type: string, parameter: string, value: string): Fault[] => {
  const row = resourceOf(type);
  if (row === undefined) return [unknown(parameter, `${type} is not a type.`)];
  const fields = value.split(',').filter((field) => field !== '');
  const strange = fields.find((field) => !Object.hasOwn(row.fields, field) && !Object.hasOwn(row.relationships, field));
  if (strange !== undefined) return [unknown(parameter, `${type} has no field ${strange}.`)];
  query.fields.set(type, new Set(fields));
  return [];
};

const readOne = (query: Growing, spec: QuerySpec, name: string, values: readonly string[], now: Date): Fault[] => {
  const [value = ''] = values;
  const { list, type, extras } = spec;
  const fieldsOf = inBrackets(name, 'fields');
  const pagePart = inBrackets(name, 'page');
  if (extras.includes(name)) {
    query.extras[name] = value;
    return [];
  }
  if (type !== undefined && name === 'include') return readInclude(query, type, value, spec.includeAlso);
  if (type !== undefined && fieldsOf !== undefined) return readFields(query, fieldsOf, name, value);
  if (list === undefined) return [unknown(name)];
  if (name === 'sort') return readSort(query, list.sorts, value);
  if (list.texts.includes(name)) {
    query.text = value.slice(0, 200);
    return [];
  }
  if (name.startsWith('filter[')) return readFilters(query, list.filters, name, values, now);
  const parts = list.paging === 'numbers' ? ['number', 'size', 'after'] : list.paging === 'sequence' ? ['size', 'after'] : [];
  return pagePart !== undefined && parts.includes(pagePart) ? readPage(query, pagePart, name, value) : [unknown(name)];
};

const strangeTypes = ({ fields, include }: Query, { type = '' }: QuerySpec): Fault[] => {
  const types = typesIn(type, include);
  return [...fields.keys()].filter((one) => !types.has(one)).map((one) => unknown(`fields[${one}]`, `This answer holds no ${one}.`));
};

/** Reads everything a query may say for one route, and tells every fault at once (D-05). */
export const readQuery = (parameters: Parameters, spec: QuerySpec, now: Date): { query: Query; faults: readonly Fault[] } => {
  const planned = spec.type !== undefined && spec.include !== undefined ? planInclude(spec.type, spec.include) : undefined;
  const query: Growing = {
    page: { number: 1, size: spec.list?.size ?? 0, after: '' },
    filters: [],
    sort: [],
    text: '',
    include: planned?.ok === true ? planned.tree : {},
    isIncluding: spec.include !== undefined,
    fields: new Map(),
    extras: {},
  };
  const faults = [...parameters].flatMap(([name, values]) => readOne(query, spec, name, values, now));
  return { query, faults: faults.length > 0 ? faults : strangeTypes(query, spec) };
};
