import { problem, problems, type Problem } from '@landfall/kit/problem';
import { open, type Refusal, type Submission } from '../domain/open.js';
import type { TrackingRequest } from '../domain/tracking-request.js';
import type { Ports } from './ports.js';

const toProblem = ({ refused, attribute, detail }: Refusal): Problem => problem(refused, detail, { pointer: `/data/attributes/${attribute}` });

/** Keeps a valid submission, or refuses it with everything that is wrong. */
export const submit =
  ({ requests, lines, around }: Ports) =>
  async (submission: Submission): Promise<TrackingRequest> => {
    const scac = submission.scac?.trim().toUpperCase();
    const opened = open({ ...submission, scac }, scac ? lines.find(scac) : undefined, around.now(), around.newId());
    if ('refusals' in opened) throw problems(opened.refusals.map(toProblem));

    if ((await requests.add(opened)) === 'added') return opened.request;
    const { requestNumber } = opened.request;
    throw problem('duplicate', `A tracking request for ${requestNumber} with ${scac} exists already.`, { pointer: '/data/attributes/request_number' });
  };

export type Submitted = { created: TrackingRequest } | { refused: Problem };

/** Several at once: each stands or falls alone, in order. A fault that is not theirs is thrown. */
export const submitMany =
  (one: (submission: Submission) => Promise<TrackingRequest>, isRefusal: (thrown: unknown) => thrown is Problem) =>
  async (submissions: readonly Submission[]): Promise<Submitted[]> => {
    const results: Submitted[] = [];
    // In order, so that of two equal numbers in one call the first wins.
    for (const submission of submissions) {
      try {
        results.push({ created: await one(submission) });
      } catch (thrown) {
        if (!isRefusal(thrown)) throw thrown;
        results.push({ refused: thrown });
      }
    }
    return results;
  };
