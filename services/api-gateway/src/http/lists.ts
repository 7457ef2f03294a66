import type { Page, PageInfo } from '@landfall/contracts/gen/common/v1/page';
import type { Answer, Call } from './route.js';
import type { ListSpec } from './read-query.js';

/** D-04. */
const ROWS = 30;

export const listed = (spec: Partial<ListSpec> = {}): ListSpec => ({ size: ROWS, sorts: [], filters: {}, texts: [], paging: 'numbers', ...spec });

/** Lists that are always whole: short by nature, or in one piece in the original. */
export const whole = (spec: Partial<ListSpec> = {}): ListSpec => listed({ paging: 'none', ...spec });

export const pageOf = ({ query }: Call): Page => query.page;

/** What every list of an owner takes. */
export const askedFor = (call: Call) => ({ accountId: call.accountId, page: pageOf(call), filters: call.query.filters, sort: call.query.sort });

export const many = ({ items, page }: { items: readonly unknown[]; page?: PageInfo | undefined }): Answer =>
  ({ is: 'many', messages: items, total: page?.total ?? items.length, nextAfter: page?.nextAfter ?? '' });

export const one = (message: unknown): Answer => ({ is: 'one', message });
