import { resourceOf } from '@landfall/resources/catalogue';
import type { Schema } from '@landfall/resources/json';
import { z } from 'zod';
import type { FilterKind } from '../domain/filter-values.js';
import { MOST_ROWS, type ListSpec } from './read-query.js';
import { typeOf, type Route } from './route.js';

interface Parameter extends Schema {
  readonly name: string;
  readonly in: 'query' | 'path' | 'header';
}

const text: Schema = { type: 'string' };

const query = (name: string, schema: Schema, description: string, more: Schema = {}): Parameter => ({ name, in: 'query', description, schema, ...more });

export const jsonSchemaOf = (schema: z.ZodType): Schema => {
  const { $schema: _dialect, ...rest } = z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' });
  return rest;
};

const KINDS: Readonly<Record<FilterKind, string>> = {
  text: 'One or more values, separated by commas; @exists or @not_exists.',
  prefix: 'The beginning of the text.',
  flag: 'true or false.',
  number: 'A number, after an optional <, <=, >, >= or =.',
  time: 'A date or date-time after an optional <, <=, >, >= or =; today, N.days.ago; also as [start] and [end].',
};

const filterParameters = ({ filters }: ListSpec): Parameter[] =>
  Object.entries(filters).flatMap(([field, kind]) => [
    query(`filter[${field}]`, text, KINDS[kind]),
    ...(kind === 'time' ? [query(`filter[${field}][start]`, text, 'Not before.'), query(`filter[${field}][end]`, text, 'Not after.')] : []),
  ]);

const pageParameters = ({ paging, size }: ListSpec): Parameter[] => {
  if (paging === 'none') return [];
  const whole = (more: Schema): Schema => ({ type: 'integer', minimum: 1, ...more });
  return [
    ...(paging === 'numbers' ? [query('page[number]', whole({ default: 1 }), 'Which page, from 1.')] : []),
    query('page[size]', whole({ default: size }), `Rows a page; more than ${MOST_ROWS} are cut to ${MOST_ROWS}.`),
    query('page[after]', text, 'A cursor that an earlier answer gave in links.next; stands instead of page[number].'),
  ];
};

const listParameters = (list: ListSpec | undefined): Parameter[] =>
  list === undefined ? [] : [
    ...pageParameters(list),
    ...list.texts.map((name) => query(name, text, 'Free text.')),
    ...(list.sorts.length === 0 ? [] : [query('sort', { type: 'string', enum: list.sorts.flatMap((key) => [key, `-${key}`]) }, 'The order; a minus sign turns it round.')]),
    ...filterParameters(list),
  ];

const shapeParameters = (route: Route): Parameter[] => {
  const type = typeOf(route);
  if (type === undefined) return [];
  const relations = Object.keys(resourceOf(type)?.relationships ?? {});
  const include = relations.length === 0 ? [] : [query('include', { ...text, ...(route.include !== undefined && { default: route.include }) }, `Related records to include, as paths of at most three steps, separated by commas. From here: ${relations.join(', ')}.`)];
  const fields = query('fields', { type: 'object', additionalProperties: text }, 'fields[TYPE]: only these fields of a type, separated by commas; the answer then lacks the others.', { style: 'deepObject', explode: true });
  return [...include, fields];
};

const extraParameters = ({ extras }: Route): Parameter[] =>
  Object.entries(extras?.shape ?? {}).map(([name, schema]) => {
    const isRequired = !(schema as z.ZodType).safeParse(undefined).success;
    return query(name, jsonSchemaOf(schema as z.ZodType), '', { required: isRequired });
  });

const pathParameters = ({ path, looseIds }: Route): Parameter[] =>
  [...path.matchAll(/:(\w+)/g)].map(([, name = '']) => ({
    name, in: 'path', required: true, schema: looseIds?.includes(name) === true ? text : { type: 'string', format: 'uuid' },
  }));

const header = (name: string, description: string): Parameter => ({ name, in: 'header', description, schema: text });

const headerParameters = ({ method }: Route): Parameter[] => [
  header('X-Request-Id', 'Echoed when well-formed; made otherwise.'),
  ...(method === 'get' ? [header('If-None-Match', 'An ETag; the same bytes are answered 304.')] : []),
  ...(method === 'patch' ? [header('If-Match', 'An ETag; another version is answered 412.')] : []),
  ...(method === 'patch' || method === 'post' ? [header('Idempotency-Key', 'The first answer is kept for 24 hours and given again.')] : []),
];

/** Everything that a request may carry beside its body, from the very specifications that read it. */
export const parametersOf = (route: Route): Parameter[] =>
  [...pathParameters(route), ...listParameters(route.list), ...extraParameters(route), ...shapeParameters(route), ...headerParameters(route)];
