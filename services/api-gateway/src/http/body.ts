import { problem } from '@landfall/kit/problem';
import { z } from 'zod';
import { withoutAtMembers } from './at-members.js';
import { checked } from './problems.js';

/** What a route does with the body of a request: how it is read, and the schema that OpenAPI prints. */
export interface BodyReader<Input> {
  readonly schema: z.ZodType | undefined;
  readonly isRequired: boolean;
  readonly read: (json: unknown, pathId: string | undefined) => Input;
}

/** Deeper documents are no documents of ours; a limit keeps every later walk cheap. */
const MOST_NESTING = 32;

const depthOf = (text: string): number => {
  let depth = 0, deepest = 0, inString = false;
  for (let n = 0; n < text.length; n += 1) {
    const character = text[n];
    if (inString) {
      if (character === '\\') n += 1;
      else if (character === '"') inString = false;
    } else if (character === '"') inString = true;
    else if (character === '{' || character === '[') deepest = Math.max(deepest, (depth += 1));
    else if (character === '}' || character === ']') depth -= 1;
  }
  return deepest;
};

const utf8 = new TextDecoder('utf-8', { fatal: true });

/** Bytes to JSON. Invalid UTF-8 is refused, since a replaced character would be stored as if it had been sent. */
export const readJson = (bytes: Buffer): unknown => {
  try {
    const text = utf8.decode(bytes);
    if (depthOf(text) > MOST_NESTING) throw problem('invalid_document', `The body is nested deeper than ${MOST_NESTING} levels.`, { pointer: '' });
    return JSON.parse(text) as unknown;
  } catch (error) {
    if (error instanceof SyntaxError || error instanceof TypeError) throw problem('invalid_json', 'The body is not JSON in UTF-8.', { cause: error });
    throw error;
  }
};

const isObject = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null && !Array.isArray(value);

const dataOf = (json: unknown): Record<string, unknown> => {
  if (!isObject(json)) throw problem('invalid_document', 'The body must be an object with a member data.', { pointer: '' });
  if (!isObject(json['data'])) throw problem('invalid_document', 'data must be a resource object.', { pointer: '/data' });
  return withoutAtMembers(json['data']) as Record<string, unknown>;
};

/** `ignored`: the path names the record by something else than its id. */
type IdRule = 'never' | 'path' | 'required' | 'ignored';

const checkType = (given: unknown, type: string, pointer: string, mayMiss: boolean): void => {
  if (given === undefined && mayMiss) return;
  if (typeof given !== 'string') throw problem('invalid_document', 'The resource object has no type.', { pointer });
  if (given !== type) throw problem('type_mismatch', `The type here is ${type}, not ${given.slice(0, 100)}.`, { pointer });
};

const checkId = (given: unknown, rule: IdRule, pathId: string | undefined): string => {
  const pointer = '/data/id';
  if (given === undefined) {
    if (rule === 'required') throw problem('id_required', 'The path carries no id, so data.id must.', { pointer });
    return pathId ?? '';
  }
  if (rule === 'ignored') return pathId ?? '';
  if (rule === 'never') throw problem('client_id_not_allowed', 'Ids are made by the service.', { pointer });
  if (typeof given !== 'string') throw problem('invalid_document', 'An id is a string.', { pointer });
  if (rule === 'path' && given !== pathId) throw problem('id_mismatch', 'The id in the body is not the id of the path.', { pointer });
  return given;
};

export interface DocumentInput<Attributes, Relationships> {
  readonly id: string;
  readonly attributes: Attributes;
  readonly relationships: Relationships;
}

const noRelationships = z.looseObject({});

interface DocumentSpec<Attributes extends z.ZodType, Relationships extends z.ZodType> {
  readonly type: string;
  readonly attributes: Attributes;
  readonly relationships?: Relationships;
  readonly id: IdRule;
}

/**
 * A JSON:API document with one resource object. A PATCH may leave out type and id, as clients of the original do;
 * what it says must be right.
 */
export const resourceBody = <Attributes extends z.ZodType, Relationships extends z.ZodType = typeof noRelationships>(
  spec: DocumentSpec<Attributes, Relationships>,
): BodyReader<DocumentInput<z.output<Attributes>, z.output<Relationships>>> => {
  const relationships = (spec.relationships ?? noRelationships) as Relationships;
  const isPatch = spec.id !== 'never';
  const type = z.literal(spec.type);
  return {
    isRequired: true,
    schema: z.object({
      data: z.object({
        type: isPatch ? type.optional() : type,
        ...((spec.id === 'path' || spec.id === 'ignored') && { id: z.string().optional() }),
        ...(spec.id === 'required' && { id: z.string() }),
        attributes: spec.attributes,
        relationships: relationships.optional(),
      }),
    }),
    read: (json, pathId) => {
      const data = dataOf(json);
      checkType(data['type'], spec.type, '/data/type', isPatch);
      const id = checkId(data['id'], spec.id, pathId);
      return {
        id,
        attributes: checked(spec.attributes, data['attributes'] ?? {}, '/data/attributes'),
        relationships: checked(relationships, data['relationships'] ?? {}, '/data/relationships'),
      };
    },
  };
};

/** The two calls of the original that take bare JSON, and our own few. */
export const plainBody = <Schema extends z.ZodType>(schema: Schema): BodyReader<z.output<Schema>> => ({
  isRequired: true,
  schema,
  read: (json) => {
    if (!isObject(json)) throw problem('invalid_document', 'The body must be an object.', { pointer: '' });
    return checked(schema, json, '');
  },
});

/** Sub-actions need no body; the original's client sends one all the same. */
export const anyBody: BodyReader<undefined> = { isRequired: false, schema: undefined, read: () => undefined };

/** Several resource objects at once; each is checked by itself, so that one bad object spoils nothing. */
export const listBody = <Attributes extends z.ZodType>(type: string, most: number, attributes: Attributes): BodyReader<readonly unknown[]> => ({
  isRequired: true,
  schema: z.object({ data: z.array(z.object({ type: z.literal(type), attributes })).min(1).max(most) }),
  read: (json) => {
    const list = isObject(json) ? json['data'] : undefined;
    if (!Array.isArray(list)) throw problem('invalid_document', 'data must be an array of resource objects.', { pointer: '/data' });
    if (list.length === 0) throw problem('blank', 'data holds nothing.', { pointer: '/data' });
    if (list.length > most) throw problem('limit_reached', `At most ${most} objects may come at once.`, { pointer: '/data' });
    return list.map(withoutAtMembers);
  },
});

/** One object of a list, read like a document of its own; its faults point into the list. */
export const readListed = <Attributes extends z.ZodType>(item: unknown, index: number, type: string, attributes: Attributes): z.output<Attributes> => {
  const pointer = `/data/${index}`;
  if (!isObject(item)) throw problem('invalid_document', 'Not a resource object.', { pointer });
  checkType(item['type'], type, `${pointer}/type`, false);
  if (item['id'] !== undefined) throw problem('client_id_not_allowed', 'Ids are made by the service.', { pointer: `${pointer}/id` });
  return checked(attributes, item['attributes'] ?? {}, `${pointer}/attributes`);
};
