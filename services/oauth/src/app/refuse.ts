import { problem, type Problem } from '@landfall/kit/problem';
import { isRefusal, type Refusal } from '../domain/says.js';

export const refuse = ({ refused, attribute, detail }: Refusal): Problem => problem(refused, detail, { pointer: `/data/attributes/${attribute}` });

/** The decision, or its refusal thrown. */
export const accepted = <Decision extends object>(decision: Decision | Refusal): Decision => {
  if (isRefusal(decision)) throw refuse(decision);
  return decision;
};
