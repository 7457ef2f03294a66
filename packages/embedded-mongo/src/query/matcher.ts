import { fieldOf, type Document } from '../bson/types.js';
import { elementAccepts, expandsArrays, leafTest, useCompiler } from './matcher-leaf.js';
import type { FilterOptions, Leaf, Node, Test } from './matcher-nodes.js';
import { parseNode } from './matcher-parse.js';
import { positionAtPath, preparePath, someAtPath } from './matcher-path.js';

/** Array path → index of the element that matched; what a positional `$` stands for. */
export type Positions = ReadonlyMap<string, number>;

export type Matcher = ((document: Document) => boolean) & {
  /** The paths it looks at; undefined when an expression may look anywhere. */
  paths: readonly string[] | undefined;
  /** Asked only for a document that matches, and only when an update or a projection uses `$`. */
  positions: (document: Document) => Positions;
};

type Accepts = (document: Document) => boolean;

const compileField = (parts: string[], leaf: Leaf): Accepts => {
  if (leaf.kind === 'not') {
    const inner = leaf.leaves.map((each) => compileField(parts, each));
    return (document) => !inner.every((accepts) => accepts(document));
  }
  const test = leafTest(leaf);
  const expands = expandsArrays(leaf);
  const [name] = parts as [string];
  if (parts.length > 1) {
    const path = preparePath(parts);
    return (document) => someAtPath(document, path, 0, expands, test);
  }
  if (!expands) return (document) => test(fieldOf(document, name));
  return (document) => {
    const value = fieldOf(document, name);
    if (test(value)) return true;
    return Array.isArray(value) && value.some(test);
  };
};

const compileAll = (nodes: Node[]): Accepts => {
  const all = nodes.map(compileNode);
  const [first, second] = all;
  if (!first) return () => true;
  if (!second) return first;
  if (all.length === 2) return (document) => first(document) && second(document);
  return (document) => {
    for (let index = 0; index < all.length; index += 1) if (!(all[index] as Accepts)(document)) return false;
    return true;
  };
};

const compileNode = (node: Node): Accepts => {
  switch (node.kind) {
    case 'field':
      return compileField(node.parts, node.leaf);
    case 'and':
      return compileAll(node.nodes);
    case 'expr':
      return node.accepts;
    case 'constant':
      return () => node.value;
    default: {
      const any = node.nodes.map(compileNode);
      const wanted = node.kind === 'or';
      return (document) => any.some((accepts) => accepts(document)) === wanted;
    }
  }
};

useCompiler((node) => compileNode(node) as Test);

const notePositions = (node: Node, document: Document, found: Map<string, number>): void => {
  if (node.kind === 'field') {
    if (node.leaf.kind === 'not') return;
    const position = positionAtPath(document, preparePath(node.parts), leafTest(node.leaf), elementAccepts(node.leaf));
    if (position && (!found.has(position.arrayPath) || elementAccepts(node.leaf))) found.set(position.arrayPath, position.index);
  } else if (node.kind === 'and') {
    for (const each of node.nodes) notePositions(each, document, found);
  } else if (node.kind === 'or') {
    const holding = node.nodes.find((each) => compileNode(each)(document));
    if (holding) notePositions(holding, document, found);
  }
};

const positionsIn = (node: Node, document: Document): Positions => {
  const found = new Map<string, number>();
  notePositions(node, document, found);
  return found;
};

const pathsIn = (node: Node): string[] | undefined => {
  if (node.kind === 'expr') return undefined;
  if (node.kind === 'field') return [node.path];
  if (node.kind === 'constant') return [];
  const all = node.nodes.map(pathsIn);
  return all.includes(undefined) ? undefined : all.flatMap((paths) => paths ?? []);
};

/** A filter as a function. Everything that can be refused is refused here, not at the first document. */
export const compileFilter = (filter: Document, options: FilterOptions = {}): Matcher => {
  const node = parseNode(filter, options);
  return Object.assign(compileNode(node), { paths: pathsIn(node), positions: (document: Document) => positionsIn(node, document) });
};
