import { problem } from '@landfall/kit/problem';
import type { ListFilter } from '../app/ports.js';

/** Every filter of the list, each with an index that ends in the list's order (D-45). */
const FIELDS: Readonly<Record<string, { path: string; isTime?: true }>> = {
  delivery_status: { path: 'status' },
  status: { path: 'status' },
  event: { path: 'event' },
  webhook: { path: 'webhookId' },
  webhook_id: { path: 'webhookId' },
  created_at: { path: 'createdAt', isTime: true },
};

const COMPARISONS: Readonly<Record<string, string>> = { lt: '$lt', lte: '$lte', gt: '$gt', gte: '$gte' };

const timeOf = (field: string, value: string): Date => {
  const time = new Date(value);
  if (Number.isNaN(time.getTime())) throw problem('invalid_parameter', `${value} is not a date-time.`, { parameter: `filter[${field}]` });
  return time;
};

const conditionOf = ({ field, op, values }: ListFilter): Record<string, unknown> => {
  const known = FIELDS[field];
  const parameter = `filter[${field}]`;
  if (!known) throw problem('unknown_parameter', `Webhook notifications have no filter ${field}.`, { parameter });
  if (op === 'eq' && !known.isTime) return { [known.path]: values.length === 1 ? values[0] : { $in: [...values] } };
  const comparison = known.isTime ? COMPARISONS[op] : undefined;
  if (!comparison) throw problem('invalid_parameter', `The filter ${field} does not know ${op}.`, { parameter });
  return { [known.path]: { [comparison]: timeOf(field, values[0] ?? '') } };
};

export const notificationFilter = (accountId: string, filters: readonly ListFilter[]): Record<string, unknown> =>
  filters.length === 0 ? { accountId } : { accountId, $and: filters.map(conditionOf) };
