import { ERRORS } from '@landfall/contracts/errors';
import { resources } from '@landfall/resources/catalogue';
import { listOf, mapOf, objectOf, orNull, text, whole, type Schema } from '@landfall/resources/json';
import { resourceSchema } from '@landfall/resources/schema';
import { JSON_API } from '../domain/negotiate.js';
import { PREFIX } from './gateway.js';
import { jsonSchemaOf, parametersOf } from './openapi-parameters.js';
import type { Route } from './route.js';

const ref = (name: string): Schema => ({ $ref: `#/components/schemas/${name}` });

const optional = (schema: Schema, required: readonly string[]): Schema => ({ ...schema, required });

// Brackets stand in links as they are, as the original has them; strictly a URI reference would encode them.
const link = orNull(text);

const SCHEMAS: Readonly<Record<string, Schema>> = {
  links: objectOf({ self: link }),
  list_links: objectOf({ self: link, current: link, first: link, prev: link, next: link, last: link }),
  list_meta: objectOf({ size: whole, total: orNull(whole) }),
  included: listOf({ anyOf: resources.map(({ type }) => ref(type)) }),
  error: optional(
    objectOf({
      id: text,
      status: text,
      code: { type: 'string', enum: Object.keys(ERRORS) },
      title: text,
      detail: text,
      source: optional(objectOf({ pointer: text, parameter: text, header: text }), []),
      meta: { type: 'object' },
      links: mapOf(text),
    }),
    ['id', 'status', 'code', 'title', 'detail'],
  ),
  errors: objectOf({ errors: { ...listOf(ref('error')), minItems: 1 } }),
};

const document = (data: Schema, links: string, meta: readonly string[]): Schema =>
  optional(objectOf({ data, included: ref('included'), links: ref(links), ...(meta.length > 0 && { meta: ref('list_meta') }) }), ['data', 'links', ...meta]);

const bodyOf = ({ gives }: Route): Record<string, Schema> | undefined => {
  if (gives === 'nothing') return undefined;
  if ('one' in gives) return { [JSON_API]: { schema: document(ref(gives.one), 'links', []) } };
  if ('many' in gives) return { [JSON_API]: { schema: document(listOf(ref(gives.many)), 'list_links', ['meta']) } };
  if ('meta' in gives) return { [JSON_API]: { schema: objectOf({ meta: gives.meta }) } };
  if ('stream' in gives) return { [gives.stream]: { schema: text } };
  return { [gives.contentType ?? 'application/json']: { schema: gives.bare } };
};

const REFUSED: Schema = { description: 'What is wrong, as a JSON:API errors array; docs/errors.md lists the codes.', content: { [JSON_API]: { schema: ref('errors') } } };

const responsesOf = (route: Route): Schema => {
  const content = bodyOf(route);
  const isRead = route.method === 'get' && !(typeof route.gives === 'object' && 'stream' in route.gives);
  return {
    [String(route.status ?? 200)]: { description: route.says, ...(content !== undefined && { content }) },
    ...(isRead && { 304: { description: 'The caller has these bytes already.' } }),
    default: REFUSED,
  };
};

const requestBodyOf = ({ body }: Route): Schema => {
  if (body === undefined) return {};
  const schema = body.schema === undefined ? { type: 'object' } : jsonSchemaOf(body.schema);
  return { requestBody: { required: body.isRequired, content: { [JSON_API]: { schema }, 'application/json': { schema } } } };
};

const operationOf = (route: Route): Schema => ({
  operationId: route.name,
  summary: route.says,
  tags: [route.tag],
  'x-scope': route.scope ?? null,
  'x-rate-limit-bucket': route.bucket ?? 'other',
  parameters: parametersOf(route),
  ...requestBodyOf(route),
  responses: responsesOf(route),
});

const pathsOf = (routes: readonly Route[]): Record<string, Schema> => {
  const paths: Record<string, Record<string, Schema>> = {};
  for (const route of routes) {
    const path = route.path.replace(/:(\w+)/g, '{$1}');
    paths[path] = { ...paths[path], [route.method]: operationOf(route) };
  }
  return paths;
};

/** The whole interface as OpenAPI 3.1, put together from what validates requests and shapes answers (D-16). */
export const openApiOf = (routes: readonly Route[], origin: string): Schema => ({
  openapi: '3.1.0',
  info: {
    title: 'Landfall API',
    version: '2.0.0',
    description: 'Tracks ocean shipments and their containers across shipping lines and terminals. JSON:API 1.1.',
    license: { name: 'Apache-2.0', identifier: 'Apache-2.0' },
  },
  servers: [{ url: `${origin}${PREFIX}` }],
  security: [{ token: [] }, { bearer: [] }],
  tags: [...new Set(routes.map(({ tag }) => tag))].map((name) => ({ name })),
  paths: pathsOf(routes),
  components: {
    securitySchemes: {
      token: { type: 'apiKey', in: 'header', name: 'Authorization', description: 'Token <API key>' },
      bearer: { type: 'http', scheme: 'bearer', description: 'An API key or an access token' },
    },
    schemas: { ...SCHEMAS, ...Object.fromEntries(resources.map((row) => [row.type, resourceSchema(row)])) },
  },
});
