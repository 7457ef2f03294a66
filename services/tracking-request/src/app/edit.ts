import { problem } from '@landfall/kit/problem';
import { cancel, withLabels, type Labels } from '../domain/edit.js';
import type { TrackingRequest } from '../domain/tracking-request.js';
import { change } from './change.js';
import type { Ports } from './ports.js';

const missing = (id: string) => problem('not_found', `No tracking request has the id ${id}.`);

export interface Edit extends Labels {
  accountId: string;
  id: string;
  expectedRevision?: number | undefined;
}

export const edit =
  ({ requests, around }: Ports) =>
  async ({ accountId, id, expectedRevision, ...labels }: Edit): Promise<TrackingRequest> => {
    const edited = await change(requests, accountId, id, (request) => {
      if (expectedRevision !== undefined && request.revision !== expectedRevision) {
        throw problem('precondition_failed', 'The tracking request is not the version named by If-Match.');
      }
      return withLabels(request, labels, around.now());
    });
    if (!edited) throw missing(id);
    return edited;
  };

export const cancelRequest =
  ({ requests, around }: Ports) =>
  async ({ accountId, id }: { accountId: string; id: string }): Promise<TrackingRequest> => {
    const cancelled = await change(requests, accountId, id, (request) => {
      const decision = cancel(request, around.now());
      if (decision === 'not_cancellable') throw problem('not_cancellable', `The tracking request is ${request.status}.`);
      return decision;
    });
    if (!cancelled) throw missing(id);
    return cancelled;
  };
