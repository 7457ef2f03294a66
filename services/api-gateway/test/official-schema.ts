import { readFileSync } from 'node:fs';
import { Ajv2020 } from 'ajv/dist/2020.js';

interface Schema {
  definitions: Record<string, { properties: Record<string, unknown>; not?: unknown }>;
}

/**
 * The working group's own draft schema (json-api/json-api, _schemas/1.0/schema.json), where a file of it is named. It
 * stops at 1.0, so what 1.1 added is added here; beside it stand the two exemptions that interface.md makes.
 */
const read = (path: string): Schema => {
  const schema = JSON.parse(readFileSync(path, 'utf8')) as Schema;
  const { errorLinks, topLevelLinks, attributes } = schema.definitions;
  if (errorLinks === undefined || topLevelLinks === undefined || attributes === undefined) throw new Error(`${path} is not that schema.`);
  // 1.1: "type: a link that identifies the type of error".
  errorLinks.properties['type'] = true;
  topLevelLinks.properties['current'] = true;
  attributes.not = { required: ['type'] };
  return schema;
};

const compiled = () => {
  const path = process.env['JSONAPI_SCHEMA'];
  if (path === undefined) return undefined;
  // Brackets stand bare in our links, as in the original's; strictly a URI reference has them encoded.
  return new Ajv2020({ strict: false, validateFormats: false, allErrors: true, allowUnionTypes: true }).compile(read(path));
};

const check = compiled();

const hasRepeatedId = (row: unknown): boolean => {
  const { type, attributes } = row as { type?: unknown; attributes?: object };
  return type !== 'webhook_notification' && attributes !== undefined && Object.hasOwn(attributes, 'id');
};

export const officialFaults = (json: unknown): string[] => {
  if (check === undefined) return [];
  const { data, included } = json as { data?: unknown; included?: unknown[] };
  const rows = [data ?? [], included ?? []].flat();
  return [
    ...(check(json) ? [] : (check.errors ?? []).map(({ instancePath, message }) => `${instancePath} ${message ?? ''}`)),
    ...(rows.some(hasRepeatedId) ? ['id among the attributes'] : []),
  ];
};
