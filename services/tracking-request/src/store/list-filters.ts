import type { SortKey } from '@landfall/kit/page';
import { problem } from '@landfall/kit/problem';
import { displayRequestNumber, normalisedRequestNumber } from '@landfall/shipping/request-number';
import type { ListFilter } from '../app/ports.js';

type Kind = 'text' | 'upper' | 'time';

/** Every filter that the list answers: field → path and kind. Each path has an index that ends in the list's order. */
const FIELDS: Readonly<Record<string, { path: string; kind: Kind }>> = {
  status: { path: 'status', kind: 'text' },
  scac: { path: 'scac', kind: 'upper' },
  request_type: { path: 'requestType', kind: 'text' },
  request_number: { path: 'normalizedNumber', kind: 'upper' },
  created_at: { path: 'createdAt', kind: 'time' },
  updated_at: { path: 'updatedAt', kind: 'time' },
};

const SORTS: Readonly<Record<string, string>> = { created_at: 'createdAt', updated_at: 'updatedAt' };

const OPERATORS: Readonly<Record<string, string>> = { lt: '$lt', lte: '$lte', gt: '$gt', gte: '$gte', ne: '$ne' };

const read = (kind: Kind, field: string, value: string): string | Date => {
  if (kind === 'upper') return value.trim().toUpperCase();
  if (kind === 'text') return value;
  const time = new Date(value);
  if (Number.isNaN(time.getTime())) throw problem('invalid_parameter', `${value} is not a date-time.`, { parameter: `filter[${field}]` });
  return time;
};

/** A number is asked for as it was sent, or as it is compared: without separators, and without the line's own letters. */
const byNumber = (values: readonly string[]): Record<string, unknown> => {
  const forms = [...new Set(values.flatMap((value) => [displayRequestNumber(value), normalisedRequestNumber(value)]))];
  // The terms have an index, but also hold references; the two paths say which of them is meant.
  return { searchTerms: { $in: forms }, $or: [{ requestNumber: { $in: forms } }, { normalizedNumber: { $in: forms } }] };
};

const conditionOf = ({ field, op, values }: ListFilter): Record<string, unknown> => {
  const known = FIELDS[field];
  if (field === 'request_number' && op === 'eq') return byNumber(values);
  if (!known) throw problem('unknown_parameter', `Tracking requests have no filter ${field}.`, { parameter: `filter[${field}]` });
  const given = values.map((value) => read(known.kind, field, value));
  if (op === 'eq') return { [known.path]: given.length === 1 ? given[0] : { $in: given } };
  const operator = OPERATORS[op];
  if (!operator) throw problem('invalid_parameter', `The filter ${field} does not know ${op}.`, { parameter: `filter[${field}]` });
  return { [known.path]: { [operator]: given[0] } };
};

/** A number is written with or without separators, so both forms are looked for. */
const searchOf = (q: string): Record<string, unknown> => {
  const term = q.trim().toUpperCase();
  return { searchTerms: { $elemMatch: { $gte: term, $lt: `${term}\uffff` } } };
};

export const filterOf = (accountId: string, filters: readonly ListFilter[], q: string): Record<string, unknown> => {
  const conditions = [...filters.map(conditionOf), ...(q.trim() ? [searchOf(q)] : [])];
  return conditions.length === 0 ? { accountId } : { accountId, $and: conditions };
};

/** Newest first unless asked otherwise. */
export const sortOf = (sort: readonly { field: string; descending: boolean }[]): SortKey => {
  const [first, second] = sort;
  if (!first) return { path: 'createdAt', descending: true };
  const path = SORTS[first.field];
  if (!path || second) throw problem('unknown_parameter', `Tracking requests are sorted by one of ${Object.keys(SORTS).join(', ')}.`, { parameter: 'sort' });
  return { path, descending: first.descending };
};
