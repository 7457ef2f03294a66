/** What JSON can say; a mapper that returns anything else does not compile. */
export type Json = string | number | boolean | null | readonly Json[] | { readonly [key: string]: Json };

/** A piece of JSON Schema 2020-12: the OpenAPI document is put together from these. */
export interface Schema {
  readonly [keyword: string]: unknown;
}

export const text: Schema = { type: 'string' };
export const uuid: Schema = { type: 'string', format: 'uuid' };
export const instant: Schema = { type: 'string', format: 'date-time' };
export const day: Schema = { type: 'string', format: 'date' };
export const real: Schema = { type: 'number' };
export const whole: Schema = { type: 'integer' };
export const flag: Schema = { type: 'boolean' };
export const texts: Schema = { type: 'array', items: text };
export const anything: Schema = {};

export const word = (...words: readonly string[]): Schema => ({ type: 'string', enum: words });
export const listOf = (items: Schema): Schema => ({ type: 'array', items });
export const orNull = (schema: Schema): Schema => ({ anyOf: [schema, { type: 'null' }] });

/** What is unknown is null. */
export const label: Schema = orNull(text);
export const moment: Schema = orNull(instant);

/** Every named member is present: what is unknown is null, never missing. */
export const objectOf = (properties: Readonly<Record<string, Schema>>): Schema => ({
  type: 'object',
  properties,
  required: Object.keys(properties),
  additionalProperties: false,
});

export const mapOf = (values: Schema): Schema => ({ type: 'object', additionalProperties: values });

/** A moment as the world reads it; unknown is null. */
export const at = (moment: Date | undefined): string | null => (moment === undefined ? null : moment.toISOString());

/** Values that travel as JSON text because their type is open; unreadable text is shown as it came. */
export const fromText = (json: string | undefined): Json => {
  if (json === undefined || json === '') return null;
  try {
    return JSON.parse(json) as Json;
  } catch {
    return json;
  }
};
