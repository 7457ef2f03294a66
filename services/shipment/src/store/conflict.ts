import { counter } from '@landfall/kit/metrics';
import { problem, type Problem } from '@landfall/kit/problem';

const refused = counter('landfall_refused_by_revision_total', 'Writes that met a record somebody else had changed; most are tried again at once.', ['service', 'collection']);

/** Somebody else was faster; who tries again reads first. */
export const conflict = (collection: 'shipments' | 'containers'): Problem => {
  refused.inc({ service: 'shipment', collection });
  return problem('revision_conflict', `A record of ${collection} changed meanwhile.`);
};
