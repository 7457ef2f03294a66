import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import type { Owners } from '../src/app/ports.js';
import { openApiOf } from '../src/http/openapi.js';
import type { Route } from '../src/http/route.js';
import { routesOf } from '../src/http/routes.js';
import { formats } from '../../../packages/resources/test/formats.js';

/** Owners that nobody asks: the routes are only looked at. */
const nobody = new Proxy({}, { get: () => new Proxy({}, { get: () => () => undefined }) }) as Owners;

export const routes: readonly Route[] = routesOf(nobody, { ips: [], updatedAt: '2026-01-01T00:00:00Z' }, () => Promise.reject(new Error('nobody is asked')));

interface Response {
  content?: Record<string, { schema: unknown }>;
}
interface Document {
  paths: Record<string, Record<string, { responses: Record<string, Response> }>>;
  components: { schemas: Record<string, { properties?: { attributes?: { required?: string[] }; relationships?: { required?: string[] } }; required?: string[] }> };
}

export const document = JSON.parse(JSON.stringify(openApiOf(routes, 'http://gateway.test'))) as Document;

/** `fields[TYPE]` takes members away, so nothing inside a row is demanded then. */
const sparse = (): Document => {
  const copy = structuredClone(document);
  for (const schema of Object.values(copy.components.schemas)) {
    if (schema.properties?.attributes === undefined) continue;
    schema.properties.attributes.required = [];
    if (schema.properties.relationships !== undefined) schema.properties.relationships.required = [];
    schema.required = (schema.required ?? []).filter((name) => name !== 'relationships');
  }
  return copy;
};

const validators = (name: string, source: Document) => {
  const ajv = new Ajv2020({ strict: false, allErrors: true, validateSchema: false });
  formats(ajv);
  ajv.addSchema(source as object, name);
  const compiled = new Map<string, ValidateFunction>();
  return (pointer: string): ValidateFunction => {
    const known = compiled.get(pointer) ?? ajv.compile({ $ref: `${name}#${pointer}` });
    compiled.set(pointer, known);
    return known;
  };
};

const whole = validators('whole', document);
const cut = validators('cut', sparse());

const templates = Object.keys(document.paths)
  .map((path) => ({ path, shape: new RegExp(`^/v2${path.replace(/\{\w+\}/g, '[^/]+')}/?$`), isFixed: !path.includes('{') }))
  .sort((a, b) => Number(b.isFixed) - Number(a.isFixed));

const escaped = (step: string) => step.replaceAll('~', '~0').replaceAll('/', '~1');
const pointer = (...steps: string[]) => steps.map((step) => `/${encodeURIComponent(escaped(step))}`).join('');

interface Found {
  path: string;
  verb: string;
  responses: Record<string, Response>;
}

const operationFor = (method: string, path: string): Found | undefined => {
  const template = templates.find(({ shape }) => shape.test(path));
  const verb = method === 'HEAD' ? 'get' : method.toLowerCase();
  const operation = template === undefined ? undefined : document.paths[template.path]?.[verb];
  return template === undefined || operation === undefined ? undefined : { path: template.path, verb, responses: operation.responses };
};

const shapeFaults = (check: ValidateFunction, json: unknown): string[] =>
  check(json) ? [] : (check.errors ?? []).slice(0, 5).map(({ instancePath, message, params }) => `${instancePath} ${message ?? ''} ${JSON.stringify(params)}`);

const contentFaults = ({ path, verb, responses }: Found, search: string, name: string, contentType: string, json: unknown): string[] => {
  const content = responses[name]?.content;
  if (content === undefined) return json === undefined ? [] : [`${name} should have no body`];
  if (!(contentType in content)) return [`${contentType} is not described for ${name}`];
  if (!contentType.includes('json')) return [];
  const compile = /fields(\[|%5B)/i.test(search) ? cut : whole;
  return shapeFaults(compile(pointer('paths', path, verb, 'responses', name, 'content', contentType, 'schema')), json);
};

/** What the OpenAPI document has against an answer; nothing when it is as described. */
export const contractFaults = (method: string, target: string, status: number, contentType: string | null, json: unknown): string[] => {
  const [path = '', search = ''] = target.split('?');
  const found = operationFor(method, path);
  if (found === undefined) return status === 404 || status === 405 ? [] : [`${method} ${path} is not described, and answered ${status}`];
  const name = String(status) in found.responses ? String(status) : 'default';
  if (name === 'default' && status < 400) return [`${status} is not described`];
  return method === 'HEAD' ? [] : contentFaults(found, search, name, contentType ?? '', json);
};
