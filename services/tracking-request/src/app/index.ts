import { Problem } from '@landfall/kit/problem';
import { askAgainForDue } from './ask-again.js';
import { cancelRequest, edit } from './edit.js';
import type { Ports } from './ports.js';
import { recordCarrier } from './record-carrier.js';
import { recordFailure } from './record-failure.js';
import { recordSuccess } from './record-success.js';
import { recordTrackingResumed, recordTrackingStopped } from './record-tracking.js';
import { submit, submitMany } from './submit.js';

// What is ours to mend (an absent store, a bug) must not look like a refusal of one item.
const isRefusal = (thrown: unknown): thrown is Problem => thrown instanceof Problem && thrown.code !== 'internal' && thrown.code !== 'unavailable';

export const app = (ports: Ports) => {
  const submitOne = submit(ports);
  return {
    requests: ports.requests,
    submit: submitOne,
    submitMany: submitMany(submitOne, isRefusal),
    edit: edit(ports),
    cancel: cancelRequest(ports),
    recordSuccess: recordSuccess(ports),
    recordFailure: recordFailure(ports),
    recordCarrier: recordCarrier(ports),
    recordTrackingStopped: recordTrackingStopped(ports),
    recordTrackingResumed: recordTrackingResumed(ports),
    askAgainForDue: askAgainForDue(ports),
  };
};

export type App = ReturnType<typeof app>;
