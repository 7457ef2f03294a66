import type { Filter, PageInfo } from '@landfall/contracts/gen/common/v1/page';
import { documentOf } from '@landfall/resources/document';
import type { ResourceObject } from '@landfall/resources/resource';
import { problem } from '@landfall/kit/problem';
import { isScac } from '@landfall/shipping/scac';
import type { ResourceLink } from '@modelcontextprotocol/server';
import { z } from 'zod';
import { cutNote, moreAfter } from '../domain/budget.js';
import { given } from '../domain/compact.js';
import { shapedAll } from './records.js';
import { instant, text, whole } from './schema.js';
import type { Session } from './session.js';
import type { Answer } from './tool.js';

/** A page of ten fits the budget of an answer; whoever wants more rows says so. */
const ROWS = 10;
const MOST_ROWS = 50;

export const PAGE = {
  page: z.int().min(1).default(1).describe('Page.'),
  page_size: z.int().min(1).max(MOST_ROWS).default(ROWS).describe('Rows a page.'),
};

export const PAGE_SHAPE = { total: whole, page: whole, more: text };

interface Paging {
  readonly page: number;
  readonly page_size: number;
}

export const pageOf = ({ page, page_size: size }: Paging) => ({ number: page, size, after: '' });

interface Listed<Row> {
  /** JSON:API type of the rows, and what the mapped answer calls them. */
  readonly type: string;
  readonly as: string;
  readonly items: readonly Row[];
  readonly view: (row: Row) => Record<string, unknown>;
  readonly info: PageInfo | undefined;
  readonly paging: Paging;
  /** What comes along with the rows that are shown. */
  readonly included?: (shown: readonly Row[]) => readonly ResourceObject[];
  readonly link?: (row: Row) => ResourceLink;
}

/** One page of a list, in either form. */
export const listed = <Row>({ type, as, items, view, info, paging, included, link }: Listed<Row>): Answer => {
  const total = info?.total ?? items.length;
  const more = moreAfter(total, paging.page, paging.page_size);
  return {
    rows: items.length,
    mapped: (count) => ({ [as]: items.slice(0, count).map(view), ...given({ more, note: cutNote(count, items.length) }), total, page: paging.page }),
    raw: (count) => documentOf(shapedAll(type, items.slice(0, count)), { included: included?.(items.slice(0, count)), meta: { size: paging.page_size, total, ...(count < items.length && { note: cutNote(count, items.length) ?? null }) } }),
    ...(link !== undefined && { links: items.map(link) }),
  };
};

/** All rows are here already; only those of the page are told. */
export const pageOfRows = <Row>(rows: readonly Row[], { page, page_size: size }: Paging): Row[] => rows.slice((page - 1) * size, page * size);

const is = (field: string, ...values: string[]): Filter => ({ field, op: 'eq', values });

/** A port by its code as it stands, or by a name that only one port has. */
export const portFilter = async ({ owners }: Session, port: string | undefined): Promise<Filter[]> => {
  if (port === undefined) return [];
  if (/^[a-z]{2}[a-z2-9]{3}$/i.test(port)) return [is('port', port.toUpperCase())];
  const { items } = await owners.places.listPorts({ page: { number: 1, size: 5, after: '' }, search: port, sort: [] });
  const exact = items.filter(({ name }) => name.toLowerCase() === port.toLowerCase());
  const [found, other] = exact.length > 0 ? exact : items;
  if (found !== undefined && other === undefined) return [is('port', found.code)];
  const known = items.map(({ name, code }) => `${code} (${name})`).join(', ');
  throw problem('invalid_parameter', known === '' ? 'port: no such port. Give a UN/LOCODE such as USLAX.' : `port: several match. Give one of ${known}.`, { parameter: 'port' });
};

/** A line by its SCAC as it stands, or by a name that only one line has. */
export const carrierFilter = async ({ owners }: Session, carrier: string | undefined): Promise<Filter[]> => {
  if (carrier === undefined) return [];
  if (isScac(carrier)) return [is('carrier', carrier)];
  const { items } = await owners.places.listShippingLines({ page: { number: 1, size: 5, after: '' }, search: carrier, sort: [] });
  const exact = items.filter(({ scac, shortName }) => [scac, shortName].some((name) => name.toLowerCase() === carrier.toLowerCase()));
  const [found, other] = exact.length > 0 ? exact : items;
  if (found !== undefined && other === undefined) return [is('carrier', found.scac)];
  const known = items.map(({ scac, name }) => `${scac} (${name})`).join(', ');
  throw problem('invalid_parameter', known === '' ? 'carrier: no such line. See get_supported_shipping_lines.' : `carrier: several match. Give one of ${known}.`, { parameter: 'carrier' });
};

export const updatedFilter = (after: string | undefined): Filter[] => (after === undefined ? [] : [{ field: 'updated_at', op: 'gte', values: [after] }]);

/** Newest changes first, or in the order of coming when they are equal. */
export const NEWEST = [{ field: 'updated_at', descending: true }];

export const WHERE = {
  port: z.string().trim().min(1).max(100).optional().describe('UN/LOCODE or name, anywhere on the way.'),
  carrier: z.string().trim().min(1).max(100).optional().describe('SCAC or name.'),
  updated_after: instant.optional().describe('ISO 8601: changed since.'),
};
