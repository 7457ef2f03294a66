import { resourceOf } from './catalogue.js';

/** Relations to follow, and what to follow from there. */
export interface IncludeTree {
  readonly [relation: string]: IncludeTree;
}

/** Deeper paths cost calls without bound; three reach everything a screen shows (D-05). */
export const MAX_INCLUDE_DEPTH = 3;

export type IncludePlan =
  | { readonly ok: true; readonly tree: IncludeTree }
  | { readonly ok: false; readonly path: string; readonly because: 'unknown' | 'too_deep' };

type Growing = { [relation: string]: Growing };

/** Which of the types at this level have the relation, and which types it leads to. */
const follow = (types: readonly string[], relation: string): string[] | undefined => {
  const found = types.flatMap((type) => {
    const relations = resourceOf(type)?.relationships;
    return relations !== undefined && Object.hasOwn(relations, relation) ? [relations[relation]?.to ?? []] : [];
  });
  return found.length === 0 ? undefined : [...new Set(found.flat())];
};

/**
 * Reads `include`: every step must be a relation of a type that can stand there. Planned once a request, so that
 * the records can be fetched level by level with one call a type.
 */
export const planInclude = (type: string, include: string): IncludePlan => {
  const tree: Growing = Object.create(null) as Growing;
  for (const path of include.split(',').map((part) => part.trim()).filter((part) => part !== '')) {
    const steps = path.split('.');
    if (steps.length > MAX_INCLUDE_DEPTH) return { ok: false, path, because: 'too_deep' };
    let types: readonly string[] = [type];
    let branch = tree;
    for (const step of steps) {
      const next = follow(types, step);
      if (next === undefined) return { ok: false, path, because: 'unknown' };
      types = next;
      branch = branch[step] ??= Object.create(null) as Growing;
    }
  }
  return { ok: true, tree };
};

/** Every type that a tree can bring in, for `fields[TYPE]`. */
export const typesIn = (type: string, tree: IncludeTree): Set<string> => {
  const types = new Set([type]);
  const walk = (from: readonly string[], branch: IncludeTree): void => {
    for (const [relation, below] of Object.entries(branch)) {
      const next = follow(from, relation) ?? [];
      for (const one of next) types.add(one);
      walk(next, below);
    }
  };
  walk([type], tree);
  return types;
};
