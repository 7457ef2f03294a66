import { problem } from '@landfall/kit/problem';
import { REQUEST_STATUSES } from '@landfall/shipping/request-status';
import { REQUEST_TYPES } from '@landfall/shipping/request-type';
import { z } from 'zod';
import { listed, PAGE, PAGE_SHAPE, pageOf } from '../listing.js';
import { tool } from '../tool.js';
import { requestShape, requestView } from '../views/tracking-request.js';

/** A date means that day or later, everything else must be equal. */
const FIELDS: Readonly<Record<string, 'eq' | 'gte'>> = { status: 'eq', request_type: 'eq', scac: 'eq', request_number: 'eq', created_at: 'gte', updated_at: 'gte' };

const filterOf = (field: string, value: string) => {
  const op = Object.hasOwn(FIELDS, field) ? FIELDS[field] : undefined;
  if (op === undefined) throw problem('unknown_parameter', `filters: ${field} is not known. Allowed: ${Object.keys(FIELDS).join(', ')}.`, { parameter: 'filters' });
  return { field, op, values: value.split(',').map((part) => part.trim()) };
};

export const listTrackingRequests = tool({
  name: 'list_tracking_requests',
  title: 'List tracking requests',
  says: 'Numbers that were asked to be tracked, newest first, with what became of each and why it failed.',
  input: {
    filters: z.record(z.string(), z.string().min(1).max(200)).optional().describe('By status, request_type, scac, request_number, created_at or updated_at (since).'),
    status: z.enum(REQUEST_STATUSES).optional().describe('State of the request.'),
    request_type: z.enum(REQUEST_TYPES).optional().describe('Kind of number.'),
    ...PAGE,
  },
  output: { trackingRequests: z.array(requestShape), ...PAGE_SHAPE },
  instead: 'Leave out filters to see all tracking requests.',
  answer: async ({ owners, accountId }, { filters = {}, status, request_type: type, ...paging }) => {
    const all = { ...filters, ...(status !== undefined && { status }), ...(type !== undefined && { request_type: type }) };
    const { items, page } = await owners.trackingRequests.listTrackingRequests({
      accountId, page: pageOf(paging), filters: Object.entries(all).map(([field, value]) => filterOf(field, value)), sort: [{ field: 'created_at', descending: true }], q: '',
    });
    return listed({ type: 'tracking_request', as: 'trackingRequests', items, view: requestView, info: page, paging });
  },
});
