import { resourceOf } from '@landfall/resources/catalogue';
import type { Schema } from '@landfall/resources/json';
import { code, escaped, table } from './docs-html.js';
import { jsonSchemaOf } from './openapi-parameters.js';
import type { Route } from './route.js';

interface Described {
  type?: string | readonly string[];
  format?: string;
  enum?: readonly unknown[];
  const?: unknown;
  anyOf?: readonly Described[];
  items?: Described;
  properties?: Readonly<Record<string, Described>>;
  required?: readonly string[];
  description?: string;
}

/** More words than these are a vocabulary, which has a page of its own. */
const MOST_WORDS = 12;

const wordsOf = (values: readonly unknown[]): string => {
  const shown = values.slice(0, MOST_WORDS).map((value) => String(value)).join(' · ');
  return values.length > MOST_WORDS ? `${shown} · …` : shown;
};

/** A schema in a few words: `date-time or null`, `array of string`. */
const kindOf = (schema: Described): string => {
  if (schema.const !== undefined) return String(schema.const);
  if (schema.enum !== undefined) return wordsOf(schema.enum);
  if (schema.anyOf !== undefined) return [...new Set(schema.anyOf.map(kindOf))].join(' or ');
  if (schema.type === 'array') return `array of ${schema.items === undefined ? 'anything' : kindOf(schema.items)}`;
  if (schema.type === 'object' && schema.properties !== undefined) return `{ ${Object.keys(schema.properties).join(', ')} }`;
  if (schema.format !== undefined) return schema.format;
  return schema.type === undefined ? 'anything' : [schema.type].flat().join(' or ');
};

/** What a body may say: the attributes of its resource object, or its members where it is bare. */
export const bodyTable = ({ name, body }: Route): string => {
  if (body?.schema === undefined) return '';
  const whole = jsonSchemaOf(body.schema) as Described;
  const { data } = whole.properties ?? {};
  const { attributes, relationships } = (data?.items ?? data)?.properties ?? {};
  const inner = attributes ?? whole;
  const said = (field: string, schema: Described, holder: Described) => [kindOf(schema), holder.required?.includes(field) === true ? 'Needed' : undefined, schema.description].filter((part) => part !== undefined).join('. ');
  const rows = (holder: Described = {}, prefix: string) => Object.entries(holder.properties ?? {}).map(([field, schema]) => [code(`${prefix}${field}`), escaped(said(field, schema, holder))]);
  return table(`Body of ${name}`, ['Field', 'Kind'], [...rows(inner, ''), ...rows(relationships, 'relationships.')]);
};

/** What a record shows, from the schema that every answer is held to. */
export const answerTable = (name: string, type: string): string => {
  const resource = resourceOf(type);
  if (resource === undefined) return '';
  const attributes = Object.entries(resource.fields).map(([field, schema]) => [code(field), escaped(kindOf(schema as Schema as Described))]);
  const relations = Object.entries(resource.relationships).map(([relation, { to, many }]) => [code(relation), escaped(`→ ${many ? 'many ' : ''}${to.join(' or ') || 'any'}`)]);
  return table(`Answer of ${name}`, ['Field', 'Kind'], [...attributes, ...relations]);
};
