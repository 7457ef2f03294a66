import type { Json, Schema } from './json.js';

export interface Linkage {
  readonly type: string;
  readonly id: string;
}

export interface Relationship {
  readonly data: Linkage | null | readonly Linkage[];
}

export interface ResourceObject {
  readonly id: string;
  readonly type: string;
  readonly attributes: { readonly [name: string]: Json };
  readonly relationships?: { readonly [name: string]: Relationship };
  readonly links?: { readonly self: string };
}

/** How a message points to others. `held` yields the messages themselves where they travel inside their parent. */
export interface Relation<Message> {
  readonly to: readonly string[];
  readonly many: boolean;
  readonly data: (message: Message) => Linkage | null | Linkage[];
  readonly held?: (message: Message) => readonly { readonly id: string }[];
}

export interface Definition<Message> {
  /** The schema of each attribute; OpenAPI, `fields[TYPE]` and the tests read it. */
  readonly fields: Readonly<Record<string, Schema>>;
  readonly attributes: (message: Message) => Readonly<Record<string, Json>>;
  readonly relationships?: Readonly<Record<string, Relation<Message>>>;
  /** Only shipments and tracking requests carry a link of their own (D-03). */
  readonly self?: (message: Message) => string;
  /** Attributes that appear on request only, so a schema may not demand them. */
  readonly sometimes?: readonly string[];
  /** Where the message has no field `id`. */
  readonly id?: (message: Message) => string;
}

export interface Resource<Message> {
  readonly type: string;
  readonly fields: Readonly<Record<string, Schema>>;
  readonly sometimes: readonly string[];
  readonly relationships: Readonly<Record<string, Relation<Message>>>;
  readonly hasSelf: boolean;
  readonly idOf: (message: Message) => string;
  readonly of: (message: Message) => ResourceObject;
  /** Cuts shaped rows to some of their fields (`fields[TYPE]`); made once a request, applied to each row. */
  readonly only: (fields: ReadonlySet<string>) => (row: ResourceObject) => ResourceObject;
}

const pick = <Value>(from: Readonly<Record<string, Value>>, names: readonly string[]): Record<string, Value> => {
  const picked: Record<string, Value> = {};
  for (const name of names) {
    const value = from[name];
    if (value !== undefined) picked[name] = value;
  }
  return picked;
};

/** Makes the mapper of one type. The relationships are flattened here, once, so that a row costs one short loop. */
export const resource = <Message>(type: string, definition: Definition<Message>): Resource<Message> => {
  const relationships = definition.relationships ?? {};
  const idOf = definition.id ?? ((message: Message) => (message as { id: string }).id);

  const relations = Object.entries(relationships);
  const of = (message: Message): ResourceObject => {
    const related: Record<string, Relationship> = {};
    for (const [name, relation] of relations) related[name] = { data: relation.data(message) };
    return {
      id: idOf(message),
      type,
      attributes: definition.attributes(message),
      ...(relations.length > 0 && { relationships: related }),
      ...(definition.self !== undefined && { links: { self: definition.self(message) } }),
    };
  };

  return {
    type,
    fields: definition.fields,
    sometimes: definition.sometimes ?? [],
    relationships,
    hasSelf: definition.self !== undefined,
    idOf,
    of,
    only: (fields) => {
      const attributes = Object.keys(definition.fields).filter((name) => fields.has(name));
      const kept = Object.keys(relationships).filter((name) => fields.has(name));
      return ({ relationships: related, ...row }) => ({
        ...row,
        attributes: pick(row.attributes, attributes),
        ...(kept.length > 0 && related !== undefined && { relationships: pick(related, kept) }),
      });
    },
  };
};

type Id = string | undefined;

/** Points to one record of a known type, or to nothing. */
export const one = <Message>(type: string, idOf: (message: Message) => Id): Relation<Message> => ({
  to: [type],
  many: false,
  data: (message) => {
    const id = idOf(message);
    return id === undefined || id === '' ? null : { id, type };
  },
});

/** Points to one record whose type the message names; the first type is meant when it does not. */
export const either = <Message>(
  to: readonly [string, ...string[]],
  idOf: (message: Message) => Id,
  typeOf: (message: Message) => Id,
): Relation<Message> => ({
  to,
  many: false,
  data: (message) => {
    const id = idOf(message);
    return id === undefined || id === '' ? null : { id, type: typeOf(message) || to[0] };
  },
});

export const many = <Message>(type: string, idsOf: (message: Message) => readonly string[]): Relation<Message> => ({
  to: [type],
  many: true,
  data: (message) => idsOf(message).map((id) => ({ id, type })),
});

/** Points to records that travel inside the message, so including them costs no call. */
export const held = <Message>(type: string, heldBy: (message: Message) => readonly { readonly id: string }[]): Relation<Message> => ({
  to: [type],
  many: true,
  data: (message) => heldBy(message).map(({ id }) => ({ id, type })),
  held: heldBy,
});
