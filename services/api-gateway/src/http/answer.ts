import { createHash } from 'node:crypto';
import { resourceOf } from '@landfall/resources/catalogue';
import { documentOf, type Around, type JsonApiDocument } from '@landfall/resources/document';
import type { Json } from '@landfall/resources/json';
import type { ResourceObject } from '@landfall/resources/resource';
import { collectIncluded, heldBy, type Loaders } from '../app/include.js';
import { entityTag } from '../domain/entity-tag.js';
import { JSON_API } from '../domain/negotiate.js';
import { pageLinks, sequenceLinks, wholeLinks, type Links } from '../domain/page-links.js';
import type { Parameters } from '../domain/query-string.js';
import type { Query } from './read-query.js';
import { revisionOf, typeOf, type Answer, type Route } from './route.js';

/** Where the request came in, for links. */
export interface Asked {
  readonly accountId: string;
  /** Scheme and host, as the world writes them. */
  readonly origin: string;
  /** The same with the path. */
  readonly base: string;
  readonly search: string;
  readonly parameters: Parameters;
  readonly query: Query;
}

export interface Rendered {
  readonly status: number;
  readonly contentType: string;
  readonly body: Buffer;
  readonly tag: string;
  readonly location: string | undefined;
  readonly cacheControl: string;
  /** The records shown, as `type:id`. */
  readonly records: readonly string[];
}

type Shaped = Extract<Answer, { is: 'one' | 'many' }>;

// A digest is mixed with the account: one account's tag is worth nothing to another.
const digest = (accountId: string, body: Buffer): string => createHash('sha256').update(accountId).update(body).digest('base64url').slice(0, 22);

const sparse = (rows: readonly ResourceObject[], fields: Query['fields']): readonly ResourceObject[] => {
  if (fields.size === 0) return rows;
  const cuts = new Map([...fields].map(([type, names]) => [type, resourceOf(type)?.only(names)]));
  return rows.map((row) => cuts.get(row.type)?.(row) ?? row);
};

const linksOf = (route: Route, asked: Asked, answer: Shaped): Links => {
  const self = `${asked.base}${asked.search}`;
  if (answer.is === 'one') return { self: answer.created === undefined ? self : `${asked.origin}${answer.created}` };
  const { page } = asked.query;
  const nextAfter = answer.nextAfter ?? '';
  if (route.list?.paging === 'numbers') return pageLinks(self, asked.base, asked.parameters, { ...page, total: answer.total ?? 0, nextAfter });
  return route.list?.paging === 'sequence' ? sequenceLinks(self, asked.base, asked.parameters, nextAfter) : wholeLinks(self);
};

const metaOf = (route: Route, query: Query, answer: Shaped): Around['meta'] => {
  if (answer.is === 'one') return undefined;
  const isWhole = route.list === undefined || route.list.paging === 'none';
  return { size: isWhole ? answer.messages.length : query.page.size, total: answer.total };
};

const documentFor = async (route: Route, loaders: Loaders, asked: Asked, answer: Shaped): Promise<{ document: JsonApiDocument; records: string[] }> => {
  const type = typeOf(route) ?? '';
  const row = resourceOf(type);
  if (row === undefined) throw new Error(`${route.name} gives ${type}, which is no resource.`);
  const messages = answer.is === 'one' ? [answer.message] : answer.messages;
  const { query } = asked;
  const primary = route.list?.paging === 'none' ? sorted(messages.map(row.of), query.sort) : messages.map(row.of);
  const held = [...heldBy(type, messages), ...(answer.known ?? [])];
  const included = query.isIncluding ? await collectIncluded(loaders, asked.accountId, primary, query.include, held) : undefined;
  const data = sparse(primary, query.fields);
  const document = documentOf(answer.is === 'one' ? (data[0] ?? null) : data, {
    included: included === undefined ? undefined : sparse(included, query.fields),
    links: linksOf(route, asked, answer),
    meta: metaOf(route, query, answer),
  });
  return { document, records: recordsIn([...primary, ...(included ?? [])]) };
};

const before = (a: Json | undefined, b: Json | undefined): number => {
  if (typeof a === 'number' && typeof b === 'number') return a - b;
  return String(a ?? '') < String(b ?? '') ? -1 : String(a ?? '') > String(b ?? '') ? 1 : 0;
};

/** Lists that come whole are sorted here; the others by their owner, who has the index. */
const sorted = (rows: ResourceObject[], sort: Query['sort']): ResourceObject[] => {
  for (const { field, descending } of [...sort].reverse()) {
    rows.sort((a, b) => before(a.attributes[field], b.attributes[field]) * (descending ? -1 : 1));
  }
  return rows;
};

/** A container shows what its shipment knows, so a change of the shipment changes the container's answer too. */
const recordsIn = (rows: readonly ResourceObject[]): string[] => {
  const around = rows.flatMap((row) => ['shipment', 'container'].flatMap((relation) => linksTo(row, relation)));
  return [...new Set([...rows, ...around].map((one) => `${one.type}:${one.id}`))];
};

const linksTo = (row: ResourceObject, relation: string) => {
  const data = row.relationships?.[relation]?.data;
  return data === undefined || data === null ? [] : [data].flat();
};

/** JSON:API wants Location to equal the record's own link; records without one have that of the document. */
const locationOf = ({ data, links }: JsonApiDocument): string | undefined => (data as ResourceObject | null)?.links?.self ?? links?.['self'] ?? undefined;

const bytesOf = (value: unknown): Buffer => Buffer.from(JSON.stringify(value));

/** Turns what a route answered into the bytes that go out. Streams never come here. */
export const render = async (route: Route, loaders: Loaders, asked: Asked, answer: Exclude<Answer, { is: 'stream' }>): Promise<Rendered> => {
  const plain = { status: route.status ?? 200, contentType: JSON_API, location: undefined, cacheControl: 'private, no-cache', records: [], tag: '' };
  switch (answer.is) {
    case 'nothing':
      return { ...plain, status: 204, body: Buffer.alloc(0) };
    case 'meta':
      return { ...plain, body: bytesOf({ meta: answer.meta }) };
    case 'bare': {
      const body = bytesOf(answer.body);
      return { ...plain, contentType: answer.contentType ?? 'application/json', body, tag: entityTag(digest(asked.accountId, body), undefined) };
    }
    default: {
      const { document, records } = await documentFor(route, loaders, asked, answer);
      const body = bytesOf(document);
      const revision = answer.is === 'one' ? revisionOf(answer.message) : undefined;
      return {
        ...plain,
        body,
        records,
        tag: entityTag(digest(asked.accountId, body), revision),
        location: answer.is === 'one' && answer.created !== undefined ? locationOf(document) : undefined,
        cacheControl: answer.isSecret === true ? 'no-store' : plain.cacheControl,
      };
    }
  }
};
