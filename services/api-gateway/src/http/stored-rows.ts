import { resourceOf } from '@landfall/resources/catalogue';
import type { ResourceObject } from '@landfall/resources/resource';

const isRow = (value: unknown): value is ResourceObject => {
  const { type, id, attributes } = (value ?? {}) as { type?: unknown; id?: unknown; attributes?: unknown };
  return typeof type === 'string' && typeof id === 'string' && typeof attributes === 'object' && resourceOf(type) !== undefined;
};

/** Resource objects that were stored as JSON; what is not one, or can no longer be read, is left out. */
export const storedRows = (bytes: Uint8Array | undefined, where: (json: unknown) => unknown): ResourceObject[] => {
  if (bytes === undefined || bytes.length === 0) return [];
  try {
    const list = where(JSON.parse(Buffer.from(bytes).toString()));
    return Array.isArray(list) ? list.filter(isRow) : [];
  } catch {
    return [];
  }
};
