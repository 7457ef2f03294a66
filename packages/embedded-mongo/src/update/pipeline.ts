import { shown } from '../bson/shown.js';
import { isDocument, setField, typeName, type Document } from '../bson/types.js';
import { mongoError } from '../errors.js';
import { compileExpression, type ExpressionOptions } from '../expression/evaluate.js';
import { compileProjection, setComputed } from '../query/projection.js';

export type Step = (document: Document, now: Date) => Document;

type Assignment = { path: string[]; evaluate: (document: Document, now?: Date) => unknown };

/** `{ a: { b: 1 } }` sets the field b of a; an operator or a value is computed. */
const assignments = (spec: Document, prefix: string[], options: ExpressionOptions): Assignment[] =>
  Object.keys(spec).flatMap((name) => {
    if (name.startsWith('$')) throw mongoError(16410, "FieldPath field names may not start with '$'. Consider using $getField or $setField.");
    const path = [...prefix, ...name.split('.')];
    const value = spec[name];
    const isNested = isDocument(value) && Object.keys(value).length > 0 && !(Object.keys(value)[0] as string).startsWith('$');
    return isNested ? assignments(value, path, options) : [{ path, evaluate: compileExpression(value, options) }];
  });

const setStep = (name: string, spec: unknown, options: ExpressionOptions): Step => {
  if (!isDocument(spec)) throw mongoError(40272, `${name} specification stage must be an object, got ${typeName(spec)}`);
  const all = assignments(spec, [], options);
  return (document, now) => {
    const made = { ...document };
    for (const { path, evaluate } of all) setComputed(made, path, evaluate(document, now));
    return made;
  };
};

const unsetStep = (spec: unknown): Step => {
  const paths = Array.isArray(spec) ? spec : [spec];
  if (paths.length === 0 || paths.some((path) => typeof path !== 'string')) {
    throw mongoError(31002, '$unset specification must be a string or an array');
  }
  const projection: Document = {};
  for (const path of paths as string[]) setField(projection, path, 0);
  return compileProjection(projection);
};

const replaceStep = (expression: unknown, options: ExpressionOptions): Step => {
  const evaluate = compileExpression(expression, options);
  return (document, now) => {
    const value = evaluate(document, now);
    if (isDocument(value)) return value;
    throw mongoError(40228, `'replacement document' must evaluate to an object, but resulting value was: ${shown(value)}. Type of resulting value: '${typeName(value)}'.`);
  };
};

const rootOf = (spec: unknown): unknown => {
  if (isDocument(spec) && 'newRoot' in spec) return spec['newRoot'];
  throw mongoError(40231, 'no newRoot specified for the $replaceRoot stage');
};

const stepOf = (stage: unknown, options: ExpressionOptions): Step => {
  const names = isDocument(stage) ? Object.keys(stage) : [];
  const [name] = names;
  if (names.length !== 1 || name === undefined) {
    throw mongoError(40323, 'A pipeline stage specification object must contain exactly one field.');
  }
  const spec = (stage as Document)[name];
  switch (name) {
    case '$set':
    case '$addFields':
      return setStep(name, spec, options);
    case '$unset':
      return unsetStep(spec);
    case '$project':
      if (!isDocument(spec)) throw mongoError(15969, '$project specification must be an object');
      return compileProjection(spec, {}, options);
    case '$replaceRoot':
      return replaceStep(rootOf(spec), options);
    case '$replaceWith':
      return replaceStep(spec, options);
    default:
      throw mongoError(72, `${name} is not allowed to be used within an update`);
  }
};

/** An update written as a pipeline: each stage makes a whole new document of the one before. */
export const compilePipeline = (stages: readonly unknown[], options: ExpressionOptions): Step => {
  const steps = stages.map((stage) => stepOf(stage, options));
  return (document, now) => steps.reduce((made, step) => step(made, now), document);
};
