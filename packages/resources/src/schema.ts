import { objectOf, orNull, text, type Schema } from './json.js';
import type { Relation, Resource } from './resource.js';

const linkage = (to: readonly string[]): Schema => objectOf({ id: text, type: { type: 'string', enum: to } });

const relationSchema = ({ to, many }: Relation<unknown>): Schema =>
  objectOf({ data: many ? { type: 'array', items: linkage(to) } : orNull(linkage(to)) });

/** The JSON Schema of a resource object. `sparse` is for answers where `fields[TYPE]` may have cut some away. */
export const resourceSchema = (row: Resource<unknown>, sparse = false): Schema => {
  const always = Object.keys(row.fields).filter((name) => !row.sometimes.includes(name));
  const relations = Object.entries(row.relationships);
  const related: Schema = { ...objectOf(Object.fromEntries(relations.map(([name, relation]) => [name, relationSchema(relation)]))), ...(sparse && { required: [] }) };
  const attributes: Schema = { ...objectOf(row.fields), required: sparse ? [] : always };
  return {
    type: 'object',
    properties: {
      id: text,
      type: { const: row.type },
      attributes,
      ...(relations.length > 0 && { relationships: related }),
      ...(row.hasSelf && { links: objectOf({ self: text }) }),
    },
    required: ['id', 'type', 'attributes', ...(relations.length > 0 && !sparse ? ['relationships'] : []), ...(row.hasSelf ? ['links'] : [])],
    additionalProperties: false,
  };
};
