import { shown } from '../bson/shown.js';
import { fieldOf, isDocument, type Document } from '../bson/types.js';
import { mongoError } from '../errors.js';
import { compileFilter, type Positions } from '../query/matcher.js';

export type Filters = ReadonlyMap<string, (element: unknown) => boolean>;

const POSITIONAL = /^\$(\[(.*)\])?$/;

const identifierIn = (filter: Document): string[] =>
  Object.keys(filter).flatMap((name) => {
    if (!name.startsWith('$')) return [name.split('.', 1)[0] as string];
    const value = filter[name];
    return Array.isArray(value) ? value.filter(isDocument).flatMap(identifierIn) : [];
  });

/** `arrayFilters` by the identifier each speaks of. */
export const compileArrayFilters = (filters: readonly unknown[]): Filters => {
  const made = new Map<string, (element: unknown) => boolean>();
  for (const filter of filters) {
    if (!isDocument(filter)) throw mongoError(14, "BSON field 'update.updates.arrayFilters' must hold objects");
    const [identifier, ...others] = new Set(identifierIn(filter));
    if (identifier === undefined) throw mongoError(9, 'Cannot use an expression without a top-level field name in arrayFilters');
    if (others.length > 0) {
      throw mongoError(9, `Error parsing array filter :: caused by :: Expected a single top-level field name, found '${identifier}' and '${others[0]}'`);
    }
    if (!/^[a-z][a-zA-Z0-9]*$/.test(identifier)) {
      throw mongoError(2, `Error parsing array filter :: caused by :: The top-level field name must be an alphanumeric string beginning with a lowercase letter, found '${identifier}'`);
    }
    if (made.has(identifier)) throw mongoError(9, `Found multiple array filters with the same top-level field name ${identifier}`);
    const accepts = compileFilter(filter);
    made.set(identifier, (element) => accepts({ [identifier]: element }));
  }
  return made;
};

const checkPart = (part: string, index: number, path: string, filters: Filters): void => {
  if (part === '') throw mongoError(56, `The update path '${path}' contains an empty field name, which is not allowed.`);
  const positional = POSITIONAL.exec(part);
  if (!positional) return;
  if (index === 0) throw mongoError(2, `Cannot have positional (i.e. '$') element in the first position in path '${path}'`);
  const identifier = positional[2];
  if (identifier && !filters.has(identifier)) throw mongoError(2, `No array filter found for identifier '${identifier}' in path '${path}'`);
};

export const parsePath = (path: string, filters: Filters): string[] => {
  if (path === '') throw mongoError(56, 'An empty update path is not valid.');
  const parts = path.split('.');
  parts.forEach((part, index) => checkPart(part, index, path, filters));
  return parts;
};

export const usedIdentifiers = (parts: readonly string[]): string[] =>
  parts.flatMap((part) => POSITIONAL.exec(part)?.[2] ?? []);

export const isPositional = (parts: readonly string[]): boolean => parts.some((part) => POSITIONAL.test(part));

/** A dollar at the very beginning is taken from an insert only; deeper down it is a name like any other. */
export const checkFirst = (part: string, path: string): void => {
  if (part.startsWith('$')) throw mongoError(52, `The dollar ($) prefixed field '${part}' in '${path}' is not allowed in the context of an update's replacement document. Consider using an aggregation pipeline with $replaceWith.`);
};

const child = (value: unknown, part: string): unknown => {
  if (Array.isArray(value)) return /^\d+$/.test(part) ? (value as unknown[])[Number(part)] : undefined;
  return isDocument(value) ? fieldOf(value, part) : undefined;
};

const positionOf = (prefix: string, positions: () => Positions): string => {
  const found = positions();
  const index = found.get(prefix) ?? [...found.values()].at(-1);
  if (index === undefined) throw mongoError(2, 'The positional operator did not find the match needed from the query.');
  return String(index);
};

const chosenIndexes = (value: unknown, part: string, prefix: string, filters: Filters): string[] => {
  if (value === undefined) throw mongoError(2, `The path '${prefix}' must exist in the document in order to apply array updates.`);
  if (!Array.isArray(value)) throw mongoError(2, `Cannot apply array updates to non-array element ${prefix}: ${shown(value)}`);
  const accepts = filters.get(POSITIONAL.exec(part)?.[2] ?? '');
  return value.flatMap((element, index) => (!accepts || accepts(element) ? [String(index)] : []));
};

/** Every place a path with `$`, `$[]` or `$[name]` stands for in this document. */
export const concretePaths = (
  document: Document, parts: readonly string[], positions: () => Positions, filters: Filters,
): string[][] => {
  let places: { path: string[]; value: unknown }[] = [{ path: [], value: document }];
  for (const part of parts) {
    places = places.flatMap(({ path, value }) => {
      let names = [part];
      if (part === '$') names = [positionOf(path.join('.'), positions)];
      else if (POSITIONAL.test(part)) names = chosenIndexes(value, part, path.join('.'), filters);
      return names.map((name) => ({ path: [...path, name], value: child(value, name) }));
    });
  }
  return places.map(({ path }) => path);
};
