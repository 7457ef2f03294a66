import { problem, problems, type Problem } from '@landfall/kit/problem';
import type { z } from 'zod';
import type { Fault } from '../domain/query-string.js';

/** Several faults of one request are answered together (D-08); the answer stays readable. */
const MOST_FAULTS = 20;

const sameAs = (one: Problem) => (other: Problem): boolean =>
  one.code === other.code && one.detail === other.detail && one.more.pointer === other.more.pointer && one.more.parameter === other.more.parameter;

// A parameter that stands three times is wrong in the same way twice; that is said once.
const together = (all: readonly Problem[]): Problem => problems(all.filter((each, n) => all.findIndex(sameAs(each)) === n).slice(0, MOST_FAULTS));

/** Comparing each with each must stay cheap, however long the query or the body is. */
const MOST_PARTS = 200;

export const parameterProblem = (faults: readonly Fault[]): Problem =>
  together(faults.slice(0, MOST_PARTS).map(({ code, parameter, detail }) => problem(code, detail, { parameter })));

type Issue = z.core.$ZodIssue;

const escaped = (step: PropertyKey): string => String(step).replaceAll('~', '~0').replaceAll('/', '~1');

const pointerTo = (base: string, path: readonly PropertyKey[]): string => [base, ...path.map(escaped)].join('/');

const isBlank = (issue: Issue): boolean =>
  (issue.code === 'invalid_type' && (issue.input === undefined || issue.input === null)) ||
  (issue.code === 'too_small' && issue.origin === 'string' && issue.minimum === 1);

const problemsOf = (base: string, issue: Issue): Problem[] => {
  if (issue.code === 'unrecognized_keys') {
    return issue.keys.map((key) => problem('unknown_attribute', `${key.slice(0, 100)} is not known here or cannot be edited.`, { pointer: pointerTo(base, [...issue.path, key.slice(0, 100)]) }));
  }
  const name = String(issue.path.at(-1) ?? 'The value');
  if (isBlank(issue)) return [problem('blank', `${name} is required.`, { pointer: pointerTo(base, issue.path) })];
  return [problem('invalid', `${name}: ${issue.message}.`, { pointer: pointerTo(base, issue.path) })];
};

/** Checks a piece of the body; what is wrong is named by its place in the document that was sent. */
export const checked = <Schema extends z.ZodType>(schema: Schema, value: unknown, base: string): z.output<Schema> => {
  const parsed = schema.safeParse(value, { reportInput: true });
  if (parsed.success) return parsed.data;
  throw together(parsed.error.issues.slice(0, MOST_PARTS).flatMap((issue) => problemsOf(base, issue)));
};

/** The same for query parameters that only one route knows. */
export const checkedParameters = <Schema extends z.ZodType>(schema: Schema, values: Readonly<Record<string, string>>): z.output<Schema> => {
  const parsed = schema.safeParse(values, { reportInput: true });
  if (parsed.success) return parsed.data;
  throw parameterProblem(parsed.error.issues.map((issue): Fault => {
    const parameter = String(issue.path[0] ?? '');
    return isBlank(issue) ? { code: 'missing_parameter', parameter, detail: `${parameter} is required.` } : { code: 'invalid_parameter', parameter, detail: `${parameter}: ${issue.message}.` };
  }));
};
