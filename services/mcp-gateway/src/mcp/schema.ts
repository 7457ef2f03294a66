import type { StandardSchemaWithJSON } from '@modelcontextprotocol/server';
import { z } from 'zod';

/** What models pay for and hardly use: the pattern of a format, and bounds that no sensible call comes near. */
const leaner = ({ jsonSchema }: { jsonSchema: Record<string, unknown> }): void => {
  if (typeof jsonSchema['format'] === 'string') delete jsonSchema['pattern'];
  for (const bound of ['minLength', 'maxLength', 'maxItems', 'propertyNames']) delete jsonSchema[bound];
};

const jsonOf = (schema: z.ZodType, io: 'input' | 'output'): Record<string, unknown> => {
  const { $schema: _dialect, ...json } = z.toJSONSchema(schema, { io, override: leaner as (each: { jsonSchema: object }) => void }) as Record<string, unknown>;
  return json;
};

type Json = Record<string, unknown>;

const outline = (schema: Json): Json => (schema['type'] === 'array' ? { type: 'array', items: outline(schema['items'] as Json) } : { type: schema['type'] });

/**
 * What clients are told of an answer: its members, and not all members of these. Models read every schema before they
 * ask anything, so the whole of it would cost more than most answers; each answer is still checked against the whole.
 * Members without a form of their own, which only come when JSON:API is asked for, would tell nothing.
 */
const outlined = (schema: Json): Json => {
  const told = Object.entries(schema['properties'] as Record<string, Json>).filter(([, member]) => 'type' in member && 'type' in ((member['items'] as Json | undefined) ?? member));
  return { type: 'object', properties: Object.fromEntries(told.map(([name, member]) => [name, outline(member)])) };
};

/** Converts a schema once. The server is made anew for every request, and would convert them all each time. */
export const prepared = <Schema extends z.ZodType>(schema: Schema): StandardSchemaWithJSON<z.input<Schema>, z.output<Schema>> => {
  const input = jsonOf(schema, 'input');
  const output = outlined(jsonOf(schema, 'output'));
  const { validate } = schema['~standard'];
  return { '~standard': { version: 1, vendor: 'landfall', validate, jsonSchema: { input: () => input, output: () => output } } } as StandardSchemaWithJSON<z.input<Schema>, z.output<Schema>>;
};

/** A misspelt parameter is refused with the names that exist: silently dropped filters answer the wrong question. */
export const strict = <Shape extends z.ZodRawShape>(shape: Shape): z.ZodObject<Shape, z.core.$strict> =>
  z.strictObject(shape, {
    error: (issue) => (issue.code === 'unrecognized_keys' ? `Unknown parameter ${issue.keys.join(', ')}. Allowed: ${Object.keys(shape).join(', ')}.` : undefined),
  });

export const text = z.string();
export const texts = z.array(z.string());
export const whole = z.number();

/** A date, or a date-time with its zone. Two formats in one schema would cost models more than the word in its description. */
export const instant = z.string().refine((given) => z.iso.date().safeParse(given).success || z.iso.datetime({ offset: true }).safeParse(given).success, 'must be an ISO 8601 date or date-time, such as 2026-01-31 or 2026-01-31T08:00:00Z');

/** A record of facts, any of which may be unknown. */
export const facts = <Shape extends z.ZodRawShape>(shape: Shape) => z.strictObject(shape).partial();

/** Names of facts that are all plain text. */
export const textFacts = <Name extends string>(...names: readonly Name[]): Record<Name, z.ZodString> =>
  Object.fromEntries(names.map((name) => [name, text])) as Record<Name, z.ZodString>;
