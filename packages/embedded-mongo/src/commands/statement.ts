import type { Document } from '../bson/document.js';
import { mongoError } from '../errors.js';
import { compileExpression } from '../expression/evaluate.js';
import { documentOf, type Command } from '../wire/command.js';

/** The options of one statement of a batch: an unknown one is named, an unsupported one is never skipped. */
export function refuseStatementOptions(where: string, statement: Document, known: ReadonlySet<string>): void {
  for (const name of Object.keys(statement)) {
    if (!known.has(name)) throw mongoError(40_415, `BSON field '${where}.${name}' is an unknown field.`);
  }
  const q = statement['q'];
  if (typeof q !== 'object' || q === null || Array.isArray(q)) {
    throw mongoError(40_414, `BSON field '${where}.q' is missing but a required field`);
  }
  refuseCollationOf(statement['collation']);
}

export function refuseCollationOf(collation: unknown): void {
  if (collation === undefined || collation === null) return;
  const { locale } = collation as { locale?: unknown };
  if (locale === undefined || locale === 'simple') return;
  throw mongoError(72, `The option 'collation' is not supported by embedded-mongo: ${JSON.stringify(collation)}`);
}

const NAME = /^(?:[a-z]|[^\0-\x7f])(?:\w|[^\0-\x7f])*$/;

/** The values of `let`: each is computed once, before any document is looked at. */
export function variablesOf(command: Command): Document | undefined {
  const given = documentOf(command, 'let');
  if (!given) return undefined;
  const made: Document = {};
  for (const [name, expression] of Object.entries(given)) {
    if (!NAME.test(name)) throw mongoError(16_867, `'${name}' starts with an invalid character for a user variable name`);
    made[name] = compileExpression(expression, { now: new Date() })({}) ?? null;
  }
  return made;
}
