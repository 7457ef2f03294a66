import { resourceOf } from '../src/catalogue.js';

type Row = { id: unknown; type: unknown; attributes?: Record<string, unknown>; relationships?: Record<string, { data?: unknown }>; links?: Record<string, unknown> };
type Document = { data?: unknown; errors?: unknown; included?: unknown; meta?: unknown; links?: unknown };

// JSON:API 1.1, "Member Names": globally allowed characters at both ends, hyphen, underscore and space inside.
const MEMBER = /^[a-zA-Z0-9\u0080-\uFFFF]([a-zA-Z0-9\u0080-\uFFFF_ -]*[a-zA-Z0-9\u0080-\uFFFF])?$/;
const TOP = new Set(['data', 'errors', 'meta', 'jsonapi', 'links', 'included']);
const LINKS = new Set(['self', 'related', 'describedby', 'first', 'last', 'prev', 'next']);
const ROW = new Set(['id', 'type', 'attributes', 'relationships', 'links', 'meta']);

/** The two places where interface.md breaks JSON:API, by name; nothing else is let through. */
export const EXEMPTIONS = { link: 'current', repeatedId: 'webhook_notification' } as const;

const isObject = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null && !Array.isArray(value);
const identity = (row: { id: unknown; type: unknown }) => `${String(row.type)}:${String(row.id)}`;

const linkageFaults = (name: string, data: unknown, where: string): string[] => {
  const one = (value: unknown) => isObject(value) && typeof value['id'] === 'string' && typeof value['type'] === 'string' && Object.keys(value).every((key) => ['id', 'type', 'meta'].includes(key));
  const fine = data === null || (Array.isArray(data) ? data.every(one) : one(data));
  return fine ? [] : [`${where}.relationships.${name}: not linkage`];
};

const identityFaults = ({ id, type, attributes = {} }: Row, where: string): string[] => [
  ...(typeof id === 'string' && id !== '' ? [] : [`${where}: id is not a string`]),
  ...(typeof type === 'string' && resourceOf(type) !== undefined ? [] : [`${where}: unknown type ${String(type)}`]),
  ...(Object.hasOwn(attributes, 'id') && type !== EXEMPTIONS.repeatedId ? [`${where}: attribute id`] : []),
  ...(Object.hasOwn(attributes, 'type') ? [`${where}: attribute type`] : []),
];

const rowFaults = (row: Row, where: string): string[] => {
  if (!isObject(row)) return [`${where}: not an object`];
  const attributes = row.attributes ?? {};
  const relationships = row.relationships ?? {};
  const faults = [...Object.keys(row).filter((key) => !ROW.has(key)).map((key) => `${where}: member ${key}`), ...identityFaults(row, where)];
  for (const name of [...Object.keys(attributes), ...Object.keys(relationships)]) if (!MEMBER.test(name)) faults.push(`${where}: member name ${name}`);
  for (const name of Object.keys(relationships)) if (Object.hasOwn(attributes, name)) faults.push(`${where}: ${name} is attribute and relationship`);
  for (const [name, { data }] of Object.entries(relationships)) faults.push(...linkageFaults(name, data, where));
  return faults;
};

const linkFaults = (links: unknown): string[] => {
  if (links === undefined) return [];
  if (!isObject(links)) return ['links: not an object'];
  return Object.entries(links).flatMap(([name, value]) => [
    ...(LINKS.has(name) || name === EXEMPTIONS.link ? [] : [`links.${name}: not a link of JSON:API`]),
    ...(value === null || typeof value === 'string' ? [] : [`links.${name}: not a string`]),
  ]);
};

const pointed = (row: Row): string[] =>
  Object.values(row.relationships ?? {}).flatMap(({ data }) => (Array.isArray(data) ? data : data ? [data] : [])).map((link) => identity(link as Row));

/** Full linkage: every included resource is reached from the primary data through relationships. */
const inclusionFaults = (primary: Row[], included: Row[], isSparse: boolean): string[] => {
  const all = [...primary, ...included].map(identity);
  const faults = all.filter((key, n) => all.indexOf(key) !== n).map((key) => `included: ${key} stands twice`);
  if (isSparse) return faults;
  const byKey = new Map(included.map((row) => [identity(row), row]));
  const reached = new Set<string>();
  const queue = primary.flatMap(pointed);
  for (let key = queue.pop(); key !== undefined; key = queue.pop()) {
    const row = byKey.get(key);
    if (row === undefined || reached.has(key)) continue;
    reached.add(key);
    queue.push(...pointed(row));
  }
  return [...faults, ...included.map(identity).filter((key) => !reached.has(key)).map((key) => `included: ${key} is not linked`)];
};

const errorFaults = (errors: unknown): string[] => {
  if (!Array.isArray(errors) || errors.length === 0) return ['errors: not a filled array'];
  return errors.flatMap((error: Record<string, unknown>, n) => [
    ...['id', 'status', 'code', 'title', 'detail'].filter((name) => typeof error[name] !== 'string').map((name) => `errors[${n}].${name}: not a string`),
    ...Object.keys(error).filter((name) => !['id', 'links', 'status', 'code', 'title', 'detail', 'source', 'meta'].includes(name)).map((name) => `errors[${n}]: member ${name}`),
  ]);
};

/** What is wrong with a JSON:API 1.1 document; empty when nothing is. `isSparse`: fields were asked for, so linkage may be cut. */
export const jsonApiFaults = (document: unknown, isSparse = false): string[] => {
  if (!isObject(document)) return ['the document is not an object'];
  const { data, errors, included, links } = document as Document;
  const faults = [...Object.keys(document).filter((key) => !TOP.has(key)).map((key) => `top level: ${key}`), ...linkFaults(links)];
  if (errors !== undefined) return [...faults, ...(data === undefined ? [] : ['data beside errors']), ...errorFaults(errors)];
  if (data === undefined) return [...faults, ...(document['meta'] === undefined ? ['neither data, errors nor meta'] : []), ...(included === undefined ? [] : ['included without data'])];
  const primary = (Array.isArray(data) ? data : data === null ? [] : [data]) as Row[];
  const beside = (included ?? []) as Row[];
  return [...faults, ...primary.flatMap((row, n) => rowFaults(row, `data[${n}]`)), ...beside.flatMap((row, n) => rowFaults(row, `included[${n}]`)), ...inclusionFaults(primary, beside, isSparse)];
};
