import type { Json } from './json.js';
import type { ResourceObject } from './resource.js';

export interface Links {
  readonly [name: string]: string | null;
}

/** A JSON:API top level. `included` is there whenever an include was asked for, even when it is empty. */
export interface JsonApiDocument {
  readonly data: ResourceObject | readonly ResourceObject[] | null;
  readonly included?: readonly ResourceObject[];
  readonly links?: Links;
  readonly meta?: { readonly [name: string]: Json };
}

export interface Around {
  readonly included?: readonly ResourceObject[] | undefined;
  readonly links?: Links | undefined;
  readonly meta?: { readonly [name: string]: Json } | undefined;
}

export const documentOf = (data: JsonApiDocument['data'], around: Around = {}): JsonApiDocument => ({
  data,
  ...(around.included !== undefined && { included: around.included }),
  ...(around.links !== undefined && { links: around.links }),
  ...(around.meta !== undefined && { meta: around.meta }),
});

export const keyOf = ({ type, id }: { type: string; id: string }): string => `${type}:${id}`;

/** Each record once, and none that is primary data already. */
export const distinct = (included: readonly ResourceObject[], primary: readonly ResourceObject[]): ResourceObject[] => {
  const seen = new Set(primary.map(keyOf));
  return included.filter((one) => {
    const key = keyOf(one);
    if (seen.has(key)) return false;
    seen.add(key);
    return true;
  });
};
